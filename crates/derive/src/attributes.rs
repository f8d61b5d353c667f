//! The content of `#[codec(…)]`.

use proc_macro2::Span;
use syn::{Attribute, Ident, LitStr};

/// What the attributes of a field or variant set.
pub(crate) struct Attributes {
    /// How it is read and written: `required` where nothing else is set.
    pub(crate) presence: Ident,
    /// The stored name, where it differs.
    pub(crate) rename: Option<String>,
}

/// Reads the attributes of a field or variant, of which `known` are allowed beside `rename`.
pub(crate) fn attributes(attributes: &[Attribute], known: &[&str]) -> syn::Result<Attributes> {
    let mut found = Attributes {
        presence: Ident::new("required", Span::call_site()),
        rename: None,
    };
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("codec"))
    {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("rename") {
                found.rename = Some(meta.value()?.parse::<LitStr>()?.value());
                return Ok(());
            }
            match meta.path.get_ident() {
                Some(name) if known.contains(&name.to_string().as_str()) => {
                    found.presence = name.clone();
                    Ok(())
                }
                _ => Err(meta.error(format!("is none of these: rename, {}", known.join(", ")))),
            }
        })?;
    }
    Ok(found)
}
