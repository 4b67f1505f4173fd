//! placeholder
use super::{Plan, Unavailable, moments::MomentsPlan};
pub fn compose(plan: &Plan) -> Result<MomentsPlan<'_>, Unavailable> {
    super::moments::compose(plan)
}
