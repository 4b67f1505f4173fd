//! The one list of questions, by topic: [`Question`] and [`Answer`] are made from it.

use serde::Serialize;
use serde_json::Value;

use super::registry::questions;
// The folders of the topics, as many as this module of the library has, and what the list is made into.
use super::*;

questions! {
    #[cfg(all())]
    accounting {
        /// What can be asked: the mechanisms and their parameters.
        Describe = "describe": DescribeQuestion => DescribeAnswer,
        /// The guarantee of a list of releases.
        Plan = "plan": PlanQuestion => PlanAnswer,
        /// One view of that guarantee on a grid.
        Curve = "curve": CurveQuestion => CurveAnswer,
        /// What fits into a budget.
        Solve = "solve": SolveQuestion => SolveAnswer,
        /// What an attacker can learn.
        Attack = "attack": AttackQuestion => AttackAnswer,
    }
    #[cfg(feature = "understand")]
    understand {
        /// The Rényi bounds of a mechanism on a sample.
        Amplify = "amplify": AmplifyQuestion => AmplifyAnswer,
        /// How the privacy loss of a plan is distributed.
        LossDistribution = "loss-distribution": LossDistributionQuestion => LossDistributionAnswer,
        /// ε as a tangent of the trade-off curve.
        Tangent = "tangent": TangentQuestion => TangentAnswer,
        /// The profile of a mechanism on a sample.
        AmplifiedProfile = "amplified-profile": AmplifiedProfileQuestion => AmplifiedProfileAnswer,
        /// What a rate of one's own costs.
        PersonalRates = "personal-rates": PersonalRatesQuestion => PersonalRatesAnswer,
        /// The odd moments that the tight bound needs.
        AmplificationCondition = "amplification-condition": ConditionQuestion => ConditionAnswer,
        /// A published guarantee for other neighbours.
        Convert = "convert-guarantee": ConvertQuestion => ConvertAnswer,
        /// What is true of the numbers on show.
        Conclude = "conclude": ConcludeQuestion => ConcludeAnswer,
        /// What comes out with a person and what without.
        Outputs = "outputs": OutputsQuestion => OutputsAnswer,
        /// One normal release in place of many: an approximation.
        CentralLimit = "central-limit": CentralLimitQuestion => CentralLimitAnswer,
        /// A guarantee known by some points, before and after it is improved.
        Hull = "hull": HullQuestion => HullAnswer,
    }
    #[cfg(feature = "data")]
    data {
        /// A table of one's own, put once.
        StoreData = "store-data": StoreQuestion => StoreAnswer,
    }
    #[cfg(feature = "people")]
    people {
        /// What one output costs one person.
        ExPostLoss = "ex-post-loss": ExPostQuestion => ExPostAnswer,
        /// What everyone loses, and a map of it.
        InstanceMap = "instance-map": InstanceMapQuestion => InstanceMapAnswer,
        /// What of it may be published.
        PrivacyReport = "privacy-report": PrivacyReportQuestion => PrivacyReportAnswer,
    }
    #[cfg(feature = "learning")]
    learning {
        /// Objective perturbation by every bound.
        Objective = "objective-perturbation": ObjectiveQuestion => ObjectiveAnswer,
        /// Several models of it.
        Several = "several-models": SeveralQuestion => SeveralAnswer,
        /// Its noise and regularization for a guarantee.
        Calibrate = "calibrate-objective-perturbation": CalibrateQuestion => CalibrateAnswer,
        /// What the best of several runs costs.
        Tune = "tune": TuneQuestion => TuneAnswer,
        /// How well a private model does.
        Train = "train": TrainQuestion => TrainAnswer,
    }
    #[cfg(feature = "sparse-vector")]
    sparse_vector {
        /// The sparse vector technique by every theorem.
        SparseVector = "sparse-vector": SparseVectorQuestion => SparseVectorAnswer,
        /// Where it stops.
        SparseRun = "sparse-vector-run": SparseRunQuestion => SparseRunAnswer,
        /// What a stream costs while it is asked.
        SparseStream = "sparse-vector-stream": SparseStreamQuestion => SparseStreamAnswer,
        /// How many queries a budget pays for.
        SparseBudget = "sparse-vector-budget": SparseBudgetQuestion => SparseBudgetAnswer,
    }
    #[cfg(feature = "noise-reduction")]
    noise_reduction {
        /// The noise of an estimate through all levels.
        NoisePath = "noise-path": NoisePathQuestion => NoisePathAnswer,
        /// What that noise is at the next level.
        NoiseStep = "noise-step": NoiseStepQuestion => NoiseStepAnswer,
        /// What one coin for a whole vector gives away.
        SharedCoin = "shared-coin": SharedCoinQuestion => SharedCoinAnswer,
        /// Where a private test stops.
        ThresholdLaw = "threshold-law": ThresholdLawQuestion => ThresholdLawAnswer,
        /// What it must cost for an accuracy.
        ThresholdCalibration = "threshold-calibration": ThresholdCalibrationQuestion => ThresholdCalibrationAnswer,
        /// What a run that is accurate enough costs after the fact.
        RiskProfile = "risk-profile": RiskProfileQuestion => RiskProfileAnswer,
        /// One such run, and many of them.
        ProfileRun = "profile-run": ProfileRunQuestion => ProfileRunAnswer,
        /// What more accuracy would cost.
        ProfileSweep = "profile-sweep": ProfileSweepQuestion => ProfileSweepAnswer,
        /// What theory asks of a private regression.
        RegressionTheory = "accuracy-first-theory": TheoryQuestion => TheoryAnswer,
        /// The minimum on a ball of a noisy covariance.
        RegressionTrustRegion = "accuracy-first-trust-region": TrustRegionQuestion => TrustRegionAnswer,
        /// One private regression.
        RegressionFit = "accuracy-first-fit": FitQuestion => FitAnswer,
        /// One run that ends where a regression is accurate enough.
        RegressionRun = "accuracy-first-run": RunQuestion => RunAnswer,
        /// What many such runs cost, by every way to pay.
        RegressionExperiment = "accuracy-first-experiment": ExperimentQuestion => ExperimentAnswer,
    }
    #[cfg(feature = "inverse-sensitivity")]
    inverse_sensitivity {
        /// How many people must change for each answer.
        StatisticStaircase = "statistic-staircase": StaircaseQuestion => StaircaseAnswer,
        /// What every mechanism would answer about these records.
        StatisticLaws = "statistic-laws": LawsQuestion => LawsAnswer,
        /// How wrong each mechanism is about them.
        StatisticErrors = "statistic-errors": ErrorsQuestion => ErrorsAnswer,
        /// How far records can move a statistic.
        StatisticSensitivity = "statistic-sensitivity": SensitivityQuestion => SensitivityAnswer,
        /// What changes if one record does.
        StatisticAudit = "statistic-audit": AuditQuestion => AuditAnswer,
        /// How likely an answer is far off.
        StatisticTail = "statistic-tail": TailQuestion => TailAnswer,
        /// How much to trim.
        StatisticTrim = "statistic-trim": TrimQuestion => TrimAnswer,
        /// Answers drawn at random.
        StatisticSamples = "statistic-samples": SamplesQuestion => SamplesAnswer,
        /// How small the error could be at all.
        StatisticLowerBounds = "statistic-lower-bounds": LowerBoundsQuestion => LowerBoundsAnswer,
        /// Noise on shells in d dimensions.
        Shells = "shells": ShellsQuestion => ShellsAnswer,
        /// The direction of most variance.
        PrivatePca = "private-pca": PrivatePcaQuestion => PrivatePcaAnswer,
        /// Its error against people and dimensions.
        PrivatePcaSweep = "private-pca-sweep": PcaSweepQuestion => PcaSweepAnswer,
        /// Models by the gradient mechanism.
        GradientMechanism = "gradient-mechanism": GradientQuestion => GradientAnswer,
        /// Their excess loss against ε.
        GradientSweep = "gradient-sweep": GradientSweepQuestion => GradientSweepAnswer,
        /// What an uneven spectrum gains.
        GradientSpectrum = "gradient-spectrum": GradientSpectrumQuestion => GradientSpectrumAnswer,
        /// What the printed constant loses.
        GradientAudit = "gradient-audit": GradientAuditQuestion => GradientAuditAnswer,
        /// Logistic regression by the Hessian mechanism.
        HessianMechanism = "hessian-mechanism": HessianQuestion => HessianAnswer,
    }
}
