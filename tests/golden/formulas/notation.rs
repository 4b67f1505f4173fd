//! The notation of formulas, read as what it says and evaluated: products without a sign, fractions, powers, sums over an
//! index, binomials, positive parts, and words such as `log`. What it cannot read it says.

use std::collections::BTreeMap;

/// Names with their numbers, and functions of one argument.
#[derive(Clone, Default)]
pub struct Known<'a> {
    pub numbers: BTreeMap<String, f64>,
    pub curves: BTreeMap<String, &'a dyn Fn(f64) -> f64>,
    /// Functions of two arguments with a semicolon between them, such as `δ_{Gauss}(ε; s)`.
    pub pairs: BTreeMap<String, &'a dyn Fn(f64, f64) -> f64>,
    /// Families such as `w_ℓ`, by their letter: the index and a formula in it.
    pub families: BTreeMap<String, (String, String)>,
}

impl Known<'_> {
    pub fn with(mut self, name: &str, value: f64) -> Self {
        self.numbers.insert(name.into(), value);
        self
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Number(f64),
    /// A letter with its index and primes.
    Name(String),
    Word(&'static str),
    Command(String),
    Sign(char),
}

const WORDS: [&str; 5] = ["log", "sinh", "max", "min", "exp"];

fn tokens(text: &str) -> Vec<Token> {
    let text: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest: String = text[at..].iter().take(4).collect();
        if let Some(word) = WORDS.into_iter().find(|word| rest.starts_with(word)) {
            found.push(Token::Word(word));
            at += word.len();
            continue;
        }
        let here = text[at];
        at += 1;
        match here {
            ' ' => {}
            '\\' => {
                let letters = text[at..].iter().take_while(|letter| letter.is_ascii_alphabetic()).count();
                let length = letters.max(1);
                let command: String = text[at..at + length].iter().collect();
                at += length;
                match &command[..] {
                    ";" => {}
                    "{" | "}" => found.push(Token::Sign(if command == "{" { '⟨' } else { '⟩' })),
                    _ => found.push(Token::Command(command)),
                }
            }
            '0'..='9' => {
                let mut digits = String::from(here);
                while at < text.len() && (text[at].is_ascii_digit() || text[at] == '.') {
                    digits.push(text[at]);
                    at += 1;
                }
                found.push(Token::Number(digits.parse().expect("digits")));
            }
            '∞' => found.push(Token::Number(f64::INFINITY)),
            'π' => found.push(Token::Number(std::f64::consts::PI)),
            '∑' => found.push(Token::Sign(here)),
            letter if letter.is_alphabetic() => {
                let mut name = String::from(letter);
                if at + 1 < text.len() && text[at] == '_' && text[at + 1] != '+' {
                    let close = text[at..].iter().position(|&sign| sign == '}').unwrap_or(1);
                    let end = if text[at + 1] == '{' { at + close + 1 } else { at + 2 };
                    name.extend(text[at..end].iter().filter(|sign| !"{}".contains(**sign)));
                    at = end;
                }
                while at < text.len() && "′″".contains(text[at]) {
                    name.push(text[at]);
                    at += 1;
                }
                found.push(Token::Name(name));
            }
            sign => found.push(Token::Sign(sign)),
        }
    }
    found
}

/// The number that a formula is, and a reason where it cannot be read.
pub fn value(text: &str, known: &Known<'_>) -> Result<f64, String> {
    let tokens = tokens(text);
    let mut reader = Reader { tokens: &tokens, at: 0, known: known.clone() };
    let value = reader.sum().map_err(|reason| format!("{text}: {reason}"))?;
    match tokens.get(reader.at) {
        None => Ok(value),
        Some(Token::Command(command)) if command == "text" => Ok(value),
        Some(other) => Err(format!("{text}: {other:?} is left over")),
    }
}

struct Reader<'t, 'a> {
    tokens: &'t [Token],
    at: usize,
    known: Known<'a>,
}

impl Reader<'_, '_> {
    fn next_is(&self, sign: char) -> bool {
        self.tokens.get(self.at) == Some(&Token::Sign(sign))
    }

    fn took(&mut self, sign: char) -> bool {
        let there = self.next_is(sign);
        self.at += usize::from(there);
        there
    }

    fn take(&mut self, sign: char) -> Result<(), String> {
        if self.took(sign) { Ok(()) } else { Err(format!("no {sign} at {:?}", self.tokens.get(self.at))) }
    }

    fn sum(&mut self) -> Result<f64, String> {
        let mut total = if self.took('−') { -self.product()? } else { self.product()? };
        loop {
            if self.took('+') {
                total += self.product()?;
            } else if self.took('−') {
                total -= self.product()?;
            } else {
                return Ok(total);
            }
        }
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut product = self.power()?;
        loop {
            if self.took('/') {
                product /= self.power()?;
            } else if self.starts_a_factor() {
                product *= self.power()?;
            } else {
                return Ok(product);
            }
        }
    }

    fn starts_a_factor(&self) -> bool {
        match self.tokens.get(self.at) {
            Some(Token::Command(command)) => ["frac", "binom", "sqrt", "abs", "norm"].contains(&&command[..]),
            Some(Token::Sign(sign)) => "([∑".contains(*sign),
            Some(_) => true,
            None => false,
        }
    }

    /// A factor with its power, its factorials, or its positive part.
    fn power(&mut self) -> Result<f64, String> {
        let base = self.factor()?;
        if self.took('^') {
            let exponent = self.group()?;
            return Ok(base.powf(exponent));
        }
        if self.took('_') {
            self.take('+')?;
            return Ok(base.max(0.0));
        }
        if self.took('!') {
            self.take('!')?;
            return Ok((1..=base as u64).rev().step_by(2).map(|factor| factor as f64).product());
        }
        Ok(base)
    }

    /// What stands in braces, or one token.
    fn group(&mut self) -> Result<f64, String> {
        if self.took('{') {
            let value = self.sum()?;
            self.take('}')?;
            return Ok(value);
        }
        self.factor()
    }

    fn factor(&mut self) -> Result<f64, String> {
        let token = self.tokens.get(self.at).cloned().ok_or("an end")?;
        self.at += 1;
        match token {
            Token::Number(number) => Ok(number),
            Token::Sign('(') => self.closed(')'),
            Token::Sign('[') => self.closed(']'),
            Token::Sign('∑') => self.series(),
            Token::Command(command) => match &command[..] {
                "frac" => Ok(self.group()? / self.group()?),
                "sqrt" => Ok(self.group()?.sqrt()),
                // Of a number; what has several coordinates is given by its length.
                "abs" | "norm" => Ok(self.group()?.abs()),
                "binom" => {
                    let (all, some) = (self.group()?, self.group()?);
                    Ok((0..some as u64).map(|at| (all - at as f64) / (some - at as f64)).product())
                }
                other => Err(format!("\\{other} is unknown")),
            },
            Token::Word(word) => self.applied(word),
            Token::Name(name) => self.named(&name),
            Token::Sign(sign) => Err(format!("{sign} starts nothing")),
        }
    }

    fn closed(&mut self, end: char) -> Result<f64, String> {
        let value = self.sum()?;
        self.take(end)?;
        Ok(value)
    }

    fn applied(&mut self, word: &str) -> Result<f64, String> {
        let choose: fn(f64, f64) -> f64 = match word {
            "log" => return Ok(self.factor()?.ln()),
            "sinh" => return Ok(self.factor()?.sinh()),
            "exp" => return Ok(self.factor()?.exp()),
            "max" => f64::max,
            _ => f64::min,
        };
        let end = if self.took('⟨') { '⟩' } else { ')' };
        if end == ')' {
            self.take('(')?;
        }
        let mut chosen = self.sum()?;
        while self.took(',') {
            chosen = choose(chosen, self.sum()?);
        }
        self.take(end)?;
        Ok(chosen)
    }

    fn named(&mut self, name: &str) -> Result<f64, String> {
        if name == "Φ" {
            let inverse = self.took('^');
            if inverse {
                self.group()?;
            }
            let argument = self.group()?;
            return Ok(if inverse { quantile(argument) } else { normal(argument) });
        }
        if let (Some(curve), true) = (self.known.curves.get(name).copied(), self.next_is('(')) {
            let argument = self.group()?;
            return Ok(curve(argument));
        }
        if let (Some(pair), true) = (self.known.pairs.get(name).copied(), self.next_is('(')) {
            self.take('(')?;
            let first = self.sum()?;
            self.take(';')?;
            let second = self.closed(')')?;
            return Ok(pair(first, second));
        }
        if let Some(value) = self.known.numbers.get(name) {
            return Ok(*value);
        }
        if let Some((letter, index)) = name.split_once('_')
            && let Some((variable, formula)) = self.known.families.get(letter)
        {
            let index = match index.parse() {
                Ok(number) => number,
                Err(_) => *self.known.numbers.get(index).ok_or(format!("{index} is unknown"))?,
            };
            return value(formula, &self.known.clone().with(variable, index));
        }
        if name == "e" { Ok(std::f64::consts::E) } else { Err(format!("{name} is unknown")) }
    }

    /// `∑_{ℓ=2}^{α}` of the product that follows.
    fn series(&mut self) -> Result<f64, String> {
        self.take('_')?;
        self.take('{')?;
        let Some(Token::Name(index)) = self.tokens.get(self.at).cloned() else {
            return Err("a sum without an index".into());
        };
        self.at += 1;
        self.take('=')?;
        let from = self.sum()?;
        self.take('}')?;
        self.take('^')?;
        let to = self.group()?;
        let (start, before) = (self.at, self.known.clone());
        // With nothing to add up the product is still read to its end.
        let (mut total, mut place) = (0.0, from);
        loop {
            self.at = start;
            self.known.numbers.insert(index.clone(), place);
            let term = self.product()?;
            if place > to {
                break;
            }
            total += term;
            place += 1.0;
        }
        self.known = before;
        Ok(total)
    }
}

pub fn normal(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

fn quantile(share: f64) -> f64 {
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if normal(middle) < share { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

#[test]
fn the_notation_is_read_as_it_looks() {
    let known = Known::default().with("σ", 2.0).with("α", 4.0).with("s_1", 3.0);
    for (text, expected) in [
        ("\\frac{α}{2σ^2}", 0.5),
        ("2 s_1^2 − α/2", 16.0),
        ("∑_{ℓ=2}^{α} \\binom{α}{ℓ} ℓ + 1", 29.0),
        ("∑_{ℓ=5}^{α} ℓ + 1", 1.0),
        ("(1 − σ)_+ + (σ − 1)_+", 1.0),
        ("max \\{ 0, 1 − σ, α \\} + min(2, 3)", 6.0),
        ("log [ e^{σ} ] − Φ(0)", 1.5),
        ("(α + 1)!! \\; \\text{of course}", 15.0),
        ("Φ(Φ^{−1}(1 − \\frac{1}{α}))", 0.75),
        ("\\abs{1 − α} \\norm{σ − s_1}^2", 3.0),
    ] {
        let found = value(text, &known).expect("readable");
        assert!((found - expected).abs() < 1e-12, "{text}: {found}");
    }
    assert!(value("x + 1", &known).is_err() && value("1 ≤ 2", &known).is_err());
}
