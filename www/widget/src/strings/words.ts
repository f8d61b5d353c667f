// Words with counts in them. Nothing here is code.

/** A text with the count `{n}` in it: one form for each category that its language has (`Intl.PluralRules`). */
export type Plural = { readonly [category in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** The type of a table of words in any language, by the English one: a text stays a text, and one with a count has its forms. */
export type Words<Table> = { readonly [Key in keyof Table]: Table[Key] extends string ? string : Plural };
