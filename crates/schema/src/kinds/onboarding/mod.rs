//! An onboarding interview: phases with objectives, led by a model with tools and forms.

mod guide;
mod record;

pub use guide::*;
pub use record::*;
