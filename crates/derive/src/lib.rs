//! Derives that read and write the JSON of Colloquy's records, with the traits of `colloquy_schema::codec`: a record is described where
//! it is declared, and nowhere else.
//!
//! Fields are written in the order in which they are declared. `#[codec(…)]` states what differs from a field that is written always
//! and must be there when it is read:
//!
//! | on | attribute | meaning |
//! |---|---|---|
//! | field | `optional` | may be absent when it is read |
//! | field | `skip_empty` | may be absent when it is read, and is left out where it is empty |
//! | field | `flat` | its own fields are written among those beside it, see [`Flat`] |
//! | field | `flat_required` | the same, with fields that are empty, too |
//! | field, variant | `rename = "…"` | the stored name, where it is not the field's, or not the variant's in snake case |
//! | variant | `flat` | it holds further kinds, see [`Kinds`] |
//! | variant | `other` | it holds the JSON of any kind that is not known |
//!
//! serde's derives would do the same with code that is generic over formats, for every type in each direction, which weighs a third of what
//! a respondent may download at all: here a field is one call.

mod attributes;
mod enums;
mod structs;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, Ident, parse_macro_input};

/// Reads and writes a struct as an object, an enum of variants without fields as a string, and any other enum as an object whose one key
/// is the kind.
///
/// A variant without fields is stored as its kind alone, and one with empty braces as a kind with an empty object. An enum without fields
/// gets the constant `ALL` and the method `name`. serde's traits follow, for code that handles JSON trees.
///
/// ```
/// use colloquy_schema::codec::{self, Codec};
///
/// #[derive(Codec, Clone, Copy, Debug, PartialEq)]
/// enum Side { Left, FarRight }
///
/// #[derive(Codec, Debug, PartialEq)]
/// enum Step { Stop {}, Turn { side: Side, #[codec(skip_empty)] degrees: u32 } }
///
/// assert_eq!(Side::FarRight.name(), "far_right");
/// let turn = Step::Turn { side: Side::Left, degrees: 0 };
/// assert_eq!(codec::text(&turn), r#"{"turn":{"side":"left"}}"#);
/// assert_eq!(codec::read_text::<Step>(r#"{"stop":{}}"#), Some(Step::Stop {}));
/// ```
///
/// An attribute that is not known is an error:
///
/// ```compile_fail
/// #[derive(colloquy_schema::codec::Codec)]
/// struct Wrong { #[codec(skip)] text: String }
/// ```
#[proc_macro_derive(Codec, attributes(codec))]
pub fn codec(input: TokenStream) -> TokenStream {
    derive(input, |input| match &input.data {
        Data::Struct(data) => {
            let fields = structs::fields(&data.fields, &input.ident)?;
            let encode = structs::encode(input, &fields);
            let decode = structs::decode(input, &fields);
            let serde = serde(&input.ident);
            Ok(quote! { #encode #decode #serde })
        }
        Data::Enum(data) => {
            let plain = |variant: &syn::Variant| matches!(variant.fields, Fields::Unit);
            let code = match data.variants.iter().all(plain) {
                true => enums::choices(input, data)?,
                false => enums::tagged(input, data)?,
            };
            let serde = serde(&input.ident);
            Ok(quote! { #code #serde })
        }
        Data::Union(_) => Err(Error::new_spanned(
            &input.ident,
            "a union has no fields to read by",
        )),
    })
}

/// Writes a struct as an object; it is never read, and may borrow.
#[proc_macro_derive(Encode, attributes(codec))]
pub fn encode(input: TokenStream) -> TokenStream {
    derive(input, |input| {
        let fields = structs::fields_of(input)?;
        Ok(structs::encode(input, &fields))
    })
}

/// Reads and writes the fields of a struct among those of another, which has it in a field that is `flat`. Each may be absent.
#[proc_macro_derive(Flat, attributes(codec))]
pub fn flat(input: TokenStream) -> TokenStream {
    derive(input, |input| {
        let fields = structs::fields_of(input)?;
        Ok(structs::flat(input, &fields))
    })
}

/// Joins enums that derive [`Codec`] into one, each in a variant. A value is stored as if its kind were one of the whole.
#[proc_macro_derive(Kinds)]
pub fn kinds(input: TokenStream) -> TokenStream {
    derive(input, enums::kinds)
}

fn derive(input: TokenStream, code: impl Fn(&DeriveInput) -> syn::Result<Tokens>) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    code(&input)
        .unwrap_or_else(Error::into_compile_error)
        .into()
}

/// serde's traits by way of a JSON tree.
fn serde(name: &Ident) -> Tokens {
    quote! {
        impl ::serde::Serialize for #name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                ::serde::Serialize::serialize(&::colloquy_schema::codec::tree(self), serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                let value = <::serde_json::Value as ::serde::Deserialize>::deserialize(deserializer)?;
                ::colloquy_schema::codec::read(value).map_err(::serde::de::Error::custom)
            }
        }
    }
}
