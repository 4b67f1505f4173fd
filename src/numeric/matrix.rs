//! Symmetric matrices and vectors of moderate size: Cholesky factors and eigenvalues.

/// `aᵀb`.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `‖a‖₂`.
pub fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

/// A symmetric matrix, stored in full, row by row.
#[derive(Debug, Clone, PartialEq)]
pub struct Symmetric {
    size: usize,
    entries: Vec<f64>,
}

impl Symmetric {
    /// `diagonal · I`.
    pub fn scaled_identity(size: usize, diagonal: f64) -> Self {
        let mut matrix = Self { size, entries: vec![0.0; size * size] };
        matrix.add_identity(diagonal);
        matrix
    }

    /// The matrix whose entry in row `i`, column `j ≤ i` is `entry(i, j)`.
    pub fn from_lower(size: usize, mut entry: impl FnMut(usize, usize) -> f64) -> Self {
        let mut matrix = Self { size, entries: vec![0.0; size * size] };
        for i in 0..size {
            for j in 0..=i {
                let value = entry(i, j);
                matrix.entries[i * size + j] = value;
                matrix.entries[j * size + i] = value;
            }
        }
        matrix
    }

    /// Rows and columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The entry in row `i`, column `j`.
    pub fn entry(&self, i: usize, j: usize) -> f64 {
        self.entries[i * self.size + j]
    }

    /// Row `i`.
    pub fn row(&self, i: usize) -> &[f64] {
        &self.entries[i * self.size..(i + 1) * self.size]
    }

    /// Adds `weight · x xᵀ`.
    pub fn add_outer(&mut self, weight: f64, x: &[f64]) {
        for (row, &a) in self.entries.chunks_exact_mut(self.size).zip(x) {
            let scaled = weight * a;
            for (entry, &b) in row.iter_mut().zip(x) {
                *entry += scaled * b;
            }
        }
    }

    /// Adds `diagonal · I`.
    pub fn add_identity(&mut self, diagonal: f64) {
        for entry in self.entries.iter_mut().step_by(self.size + 1) {
            *entry += diagonal;
        }
    }

    /// `self + weight · other`.
    pub fn plus(&self, weight: f64, other: &Self) -> Self {
        let entries = self.entries.iter().zip(&other.entries).map(|(a, b)| a + weight * b).collect();
        Self { size: self.size, entries }
    }

    /// `√(Σ entries²)`.
    pub fn frobenius_norm(&self) -> f64 {
        norm(&self.entries)
    }

    /// `L` with `L Lᵀ = self`, if the matrix is positive definite.
    pub fn cholesky(&self) -> Option<Cholesky> {
        let size = self.size;
        let mut lower = vec![0.0; size * size];
        for i in 0..size {
            for j in 0..=i {
                let (row, other) = (&lower[i * size..i * size + j], &lower[j * size..j * size + j]);
                let rest = self.entry(i, j) - dot(row, other);
                if i == j {
                    // Also false for a rest that is no number.
                    if !(rest > 0.0 && rest.is_finite()) {
                        return None;
                    }
                    lower[i * size + i] = rest.sqrt();
                } else {
                    lower[i * size + j] = rest / lower[j * size + j];
                }
            }
        }
        Some(Cholesky { size, lower })
    }

    /// The eigenvalues in increasing order, by cyclic Jacobi rotations (Golub and Van Loan, 8.5).
    ///
    /// Each rotation removes one entry off the diagonal and keeps the eigenvalues to rounding; sweeps end
    /// when what is left is below rounding of the whole matrix.
    pub fn eigenvalues(&self) -> Vec<f64> {
        /// Convergence is quadratic; ten sweeps serve sizes in the hundreds.
        const SWEEPS: usize = 60;
        let size = self.size;
        let mut a = self.clone();
        let smallest = f64::EPSILON * 0.1 * self.frobenius_norm() / (size.max(1) as f64);
        for _ in 0..SWEEPS {
            let mut rotated = false;
            for p in 0..size {
                for q in p + 1..size {
                    if a.entry(p, q).abs() > smallest {
                        a.rotate(p, q);
                        rotated = true;
                    }
                }
            }
            if !rotated {
                break;
            }
        }
        let mut values: Vec<f64> = (0..size).map(|i| a.entry(i, i)).collect();
        values.sort_by(f64::total_cmp);
        values
    }

    /// The rotation of rows and columns `p`, `q` that makes their common entry zero.
    fn rotate(&mut self, p: usize, q: usize) {
        let off = self.entry(p, q);
        let theta = (self.entry(q, q) - self.entry(p, p)) / (2.0 * off);
        // The smaller root of t² + 2θt − 1, which turns by at most 45°.
        let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
        let c = t.hypot(1.0).recip();
        let s = t * c;
        let size = self.size;
        for k in (0..size).filter(|&k| k != p && k != q) {
            let (kp, kq) = (self.entry(k, p), self.entry(k, q));
            let (new_p, new_q) = (c * kp - s * kq, s * kp + c * kq);
            for (at, value) in
                [(k * size + p, new_p), (p * size + k, new_p), (k * size + q, new_q), (q * size + k, new_q)]
            {
                self.entries[at] = value;
            }
        }
        self.entries[p * size + p] -= t * off;
        self.entries[q * size + q] += t * off;
        (self.entries[p * size + q], self.entries[q * size + p]) = (0.0, 0.0);
    }
}

/// The lower triangle `L` of `A = L Lᵀ`.
#[derive(Debug, Clone, PartialEq)]
pub struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// `L⁻¹ x`.
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let mut y: Vec<f64> = Vec::with_capacity(self.size);
        for (i, &value) in x.iter().enumerate() {
            let row = &self.lower[i * self.size..=i * self.size + i];
            y.push((value - dot(&row[..i], &y)) / row[i]);
        }
        y
    }

    /// `A⁻¹ b`.
    pub fn solve(&self, b: &[f64]) -> Vec<f64> {
        let mut x = self.forward(b);
        for i in (0..self.size).rev() {
            x[i] /= self.lower[i * self.size + i];
            for j in 0..i {
                x[j] -= self.lower[i * self.size + j] * x[i];
            }
        }
        x
    }

    /// `xᵀ A⁻¹ x = ‖L⁻¹x‖²`, which cannot come out negative.
    pub fn inverse_form(&self, x: &[f64]) -> f64 {
        let y = self.forward(x);
        dot(&y, &y)
    }

    /// `log det A`.
    pub fn log_det(&self) -> f64 {
        2.0 * (0..self.size).map(|i| self.lower[i * self.size + i].ln()).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::random::Random;

    fn random(size: usize, seed: u64) -> Symmetric {
        let mut source = Random::new(seed);
        let mut matrix = Symmetric::scaled_identity(size, 0.1);
        for _ in 0..2 * size {
            let x: Vec<f64> = (0..size).map(|_| source.normal()).collect();
            matrix.add_outer(source.uniform(), &x);
        }
        matrix
    }

    #[test]
    fn a_solution_solves_and_the_forms_agree() {
        for size in 1..12 {
            let a = random(size, size as u64);
            let factor = a.cholesky().unwrap();
            let b: Vec<f64> = (0..size).map(|i| 1.0 - 0.3 * i as f64).collect();
            let x = factor.solve(&b);
            for (i, &value) in b.iter().enumerate() {
                assert!((dot(a.row(i), &x) - value).abs() < 1e-10);
            }
            assert!((factor.inverse_form(&b) - dot(&b, &x)).abs() < 1e-10 * dot(&b, &x).abs());
        }
    }

    #[test]
    fn eigenvalues_have_the_trace_the_determinant_and_the_norm() {
        for size in [1, 2, 5, 20, 60] {
            let a = random(size, 7 + size as u64);
            let values = a.eigenvalues();
            let trace: f64 = (0..size).map(|i| a.entry(i, i)).sum();
            let scale = a.frobenius_norm();
            assert!((values.iter().sum::<f64>() - trace).abs() < 1e-12 * scale * size as f64);
            assert!((norm(&values) - scale).abs() < 1e-12 * scale);
            let log_det: f64 = values.iter().map(|value| value.ln()).sum();
            assert!((log_det - a.cholesky().unwrap().log_det()).abs() < 1e-9);
        }
        let known = Symmetric::from_lower(2, |i, j| [[2.0, 1.0], [1.0, 2.0]][i][j]).eigenvalues();
        assert!((known[0] - 1.0).abs() < 1e-15 && (known[1] - 3.0).abs() < 1e-15);
    }

    #[test]
    fn what_is_not_positive_definite_has_no_factor() {
        assert!(Symmetric::scaled_identity(3, 0.0).cholesky().is_none());
        assert!(Symmetric::from_lower(2, |i, j| if i == j { 1.0 } else { 2.0 }).cholesky().is_none());
        assert!(Symmetric::scaled_identity(1, f64::NAN).cholesky().is_none());
    }
}
