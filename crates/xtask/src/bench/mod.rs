//! placeholder
use crate::project::Project;
use anyhow::Result;
pub(crate) fn command(_: &Project, _: &[String]) -> Result<()> {
    anyhow::bail!("not yet")
}
