// The fields of the page of learning as sliders show them.

import { parameter } from "../parameter.js";

/** What is perturbed, and by how much. */
export const SETTING = [
  parameter("sigma", { symbol: "σ", label: "Noise σ", unit: "per entry of b", explanation: "Standard deviation of the random line added to the objective." }, [0.5, 100, 5, "log"], "larger"),
  parameter("regularization", { symbol: "λ", label: "Regularization λ", unit: "of λ/2 ‖θ‖²", explanation: "Pulls the model towards 0; the more, the less anyone pulls it." }, [0.1, 1000, 20, "log"], "larger"),
  parameter("lipschitz", { symbol: "L", label: "Lipschitz constant L", unit: "of the loss", explanation: "How far one person’s gradient reaches." }, [0.1, 10, 1, "log"], "smaller"),
  parameter("smoothness", { symbol: "β", label: "Smoothness β", unit: "of the loss", explanation: "How much one person bends the objective." }, [0.01, 10, 1, "log"], "smaller"),
  parameter("delta", { symbol: "δ", label: "δ", unit: "probability", explanation: "Any outcome is at most e^ε times as likely with a person as without, plus δ." }, [1e-12, 0.1, 1e-5, "log"], "smaller"),
];

/** A point near the minimum. */
export const NEAR = [
  parameter("tolerance", { symbol: "τ", label: "Gradient tolerance τ", unit: "‖∇‖ at most", explanation: "The solver stops once the gradient is this short; the point is then within τ/λ of the minimum." }, [1e-6, 1, 0.01, "log"], "smaller"),
  parameter("output_noise", { symbol: "σ_out", label: "Output noise σ_out", unit: "per entry of θ", explanation: "Normal noise on the point, which hides how far from the minimum the solver stopped." }, [1e-3, 10, 0.15, "log"], "larger"),
];

/** A loss that is not generalized linear. */
export const DIMENSION = parameter("dimension", { symbol: "d", label: "Dimension d", unit: "parameters", explanation: "Without a linear model the noise may lie along every direction a person’s gradient can take: the cost grows with their number." }, [1, 1000, 10, "log", "whole"], "smaller");

/** What is to be kept. */
export const BUDGET = [
  parameter("epsilon", { symbol: "ε", label: "Budget ε", unit: "at δ", explanation: "What training may cost." }, [0.05, 20, 1, "log"], "smaller"),
  parameter("factor", { symbol: "f", label: "More noise f", unit: "× the normal mechanism’s", explanation: "Objective perturbation needs more noise than the normal mechanism; what it gets more, it needs less of λ." }, [1.01, 3, 1.3, "log"], "neither"),
];

export const TRIALS = parameter("trials", { symbol: "n", label: "Trials n", unit: "models a point", explanation: "How often each model is trained, with other noise." }, [2, 20, 5, "linear", "whole"], "neither");
