//! Enums: strings, or objects whose one key is the kind.

use crate::attributes::attributes;
use crate::structs::{Field, fields};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DataEnum, DeriveInput, Error, Fields, Ident};

/// Reads and writes an enum of variants without fields by their names.
pub(crate) fn choices(input: &DeriveInput, data: &DataEnum) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let variants: Vec<&Ident> = data.variants.iter().map(|variant| &variant.ident).collect();
    let mut names = Vec::new();
    for variant in &data.variants {
        if variant.discriminant.is_some() {
            return Err(Error::new_spanned(
                variant,
                "its place among the variants is its number",
            ));
        }
        let rename = attributes(&variant.attrs, &[])?.rename;
        names.push(rename.unwrap_or_else(|| snake_case(&variant.ident)));
    }
    Ok(quote! {
        impl #name {
            /// Every choice, in the order of declaration.
            pub const ALL: &'static [#name] = &[#(#name::#variants),*];
            pub(crate) const NAMES: &'static [&'static str] = &[#(#names),*];

            /// Returns the name it is stored and shown to hosts by.
            pub fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }

        impl ::colloquy_schema::codec::Encode for #name {
            fn encode(&self, writer: &mut ::colloquy_schema::codec::Writer<'_>) {
                writer.text(self.name());
            }
        }

        impl ::colloquy_schema::codec::Decode for #name {
            fn empty() -> Self {
                Self::ALL[0]
            }

            fn decode(&mut self, reader: &mut ::colloquy_schema::codec::Reader<'_>) {
                *self = Self::ALL[reader.choice(Self::NAMES)];
            }
        }
    })
}

/// The arms of a variant: how it is written, made empty by its kind, and how the rest of it is read.
struct Arms {
    write: TokenStream,
    empty: TokenStream,
    read: TokenStream,
}

/// Reads and writes an enum as an object with one key.
pub(crate) fn tagged(input: &DeriveInput, data: &DataEnum) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let (mut kinds, mut arms) = (Vec::new(), Vec::new());
    let (mut further, mut other) = (None, None);
    for variant in &data.variants {
        let found = attributes(&variant.attrs, &["flat", "other"])?;
        let kind = found.rename.unwrap_or_else(|| snake_case(&variant.ident));
        if found.presence == "flat" {
            further = Some((&variant.ident, inner(variant)?));
        } else if found.presence == "other" {
            inner(variant)?;
            other = Some(&variant.ident);
        } else {
            arms.push(arms_of(name, variant, &kind)?);
            kinds.push(kind);
        }
    }
    let Some(first) = kinds.first() else {
        return Err(Error::new_spanned(name, "it has no kind of its own"));
    };
    let write = arms.iter().map(|arms| &arms.write);
    let empty = arms.iter().map(|arms| &arms.empty);
    let read = arms.iter().map(|arms| &arms.read);
    let write_further = further.iter().map(|(variant, _)| {
        quote! { #name::#variant(further) => ::colloquy_schema::codec::Encode::encode(further, writer), }
    });
    let write_other = other
        .iter()
        .map(|variant| quote! { #name::#variant(value) => writer.value(value), });
    let read_further = further.iter().map(
        |(variant, _)| quote! { #name::#variant(further) => return further.decode_fields(reader), },
    );
    let read_other = other
        .iter()
        .map(|variant| quote! { #name::#variant(_) => return, });
    let unknown = match other {
        Some(variant) => quote! { { *self = #name::#variant(reader.rest()); } },
        None => quote! { reader.unknown() },
    };
    let no_kind = match &further {
        Some((variant, inner)) => quote! { return <#inner>::of_kind(kind).map(#name::#variant) },
        None => quote! { return ::core::option::Option::None },
    };
    Ok(quote! {
        impl ::colloquy_schema::codec::Encode for #name {
            fn encode(&self, writer: &mut ::colloquy_schema::codec::Writer<'_>) {
                match self {
                    #(#write)*
                    #(#write_further)*
                    #(#write_other)*
                }
            }
        }

        impl ::colloquy_schema::codec::Decode for #name {
            fn empty() -> Self {
                Self::of_kind(#first).expect("the first kind is known")
            }

            fn decode(&mut self, reader: &mut ::colloquy_schema::codec::Reader<'_>) {
                let Some(kind) = reader.kind() else { return };
                let Some(empty) = Self::of_kind(&kind) else {
                    return #unknown;
                };
                reader.enter(&kind);
                *self = empty;
                self.decode_fields(reader);
            }
        }

        impl #name {
            /// Returns an empty value of a kind; none for a kind that is not known.
            pub(crate) fn of_kind(kind: &str) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(match kind {
                    #(#empty)*
                    _ => #no_kind,
                })
            }

            /// Reads what stands behind the kind.
            pub(crate) fn decode_fields(&mut self, reader: &mut ::colloquy_schema::codec::Reader<'_>) {
                let kind = match self {
                    #(#read)*
                    #(#read_further)*
                    #(#read_other)*
                };
                reader.leave(kind);
            }
        }
    })
}

fn arms_of(name: &Ident, variant: &syn::Variant, kind: &str) -> syn::Result<Arms> {
    let own = &variant.ident;
    Ok(match &variant.fields {
        Fields::Unit => Arms {
            write: quote! { #name::#own => writer.text(#kind), },
            empty: quote! { #kind => #name::#own, },
            read: quote! { #name::#own => #kind, },
        },
        Fields::Unnamed(_) => {
            inner(variant)?;
            Arms {
                write: quote! { #name::#own(inner) => writer.kind(#kind, inner), },
                empty: quote! { #kind => #name::#own(::colloquy_schema::codec::Decode::empty()), },
                read: quote! { #name::#own(inner) => { ::colloquy_schema::codec::Decode::decode(inner, reader); #kind } },
            }
        }
        Fields::Named(_) => {
            let fields = fields(&variant.fields, own)?;
            let names: Vec<&Ident> = fields.iter().map(|field| &field.name).collect();
            let writes = fields.iter().map(
                |Field {
                     name,
                     presence,
                     key,
                 }| quote! { writer.#presence(#key, #name); },
            );
            let reads = fields.iter().map(
                |Field {
                     name,
                     presence,
                     key,
                 }| quote! { reader.#presence(#key, #name); },
            );
            Arms {
                write: quote! {
                    #name::#own { #(#names),* } => {
                        writer.begin_kind(#kind);
                        #(#writes)*
                        writer.end_kind();
                    }
                },
                empty: quote! { #kind => #name::#own { #(#names: ::colloquy_schema::codec::Decode::empty()),* }, },
                read: quote! {
                    #name::#own { #(#names),* } => {
                        reader.object();
                        #(#reads)*
                        reader.end();
                        #kind
                    }
                },
            }
        }
    })
}

/// Joins enums, each of them in a variant.
pub(crate) fn kinds(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(name, "only an enum joins others"));
    };
    let mut inners = Vec::new();
    for variant in &data.variants {
        inners.push((&variant.ident, inner(variant)?));
    }
    let writes = inners
        .iter()
        .map(|(variant, _)| quote! { #name::#variant(inner) => ::colloquy_schema::codec::Encode::encode(inner, writer), });
    let reads = inners
        .iter()
        .map(|(variant, _)| quote! { #name::#variant(inner) => inner.decode_fields(reader), });
    let finds = inners.iter().map(|(variant, inner)| {
        quote! {
            if let Some(inner) = <#inner>::of_kind(kind) {
                return Some(#name::#variant(inner));
            }
        }
    });
    Ok(quote! {
        impl ::colloquy_schema::codec::Encode for #name {
            fn encode(&self, writer: &mut ::colloquy_schema::codec::Writer<'_>) {
                match self {
                    #(#writes)*
                }
            }
        }

        impl #name {
            pub(crate) fn of_kind(kind: &str) -> ::core::option::Option<Self> {
                #(#finds)*
                ::core::option::Option::None
            }

            pub(crate) fn decode_fields(&mut self, reader: &mut ::colloquy_schema::codec::Reader<'_>) {
                match self {
                    #(#reads)*
                }
            }
        }
    })
}

/// The type of the one value that a variant holds.
fn inner(variant: &syn::Variant) -> syn::Result<&syn::Type> {
    match &variant.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Ok(&fields.unnamed[0].ty),
        _ => Err(Error::new_spanned(
            variant,
            "it holds one value, without a name",
        )),
    }
}

/// “InterviewerChanged” as it is stored: “interviewer_changed”.
fn snake_case(name: &Ident) -> String {
    let mut out = String::new();
    for letter in name.to_string().chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}
