// Schemas for models that take only some of JSON Schema.

/** What constrains the shape of a reply. Lengths and patterns are judged by the engine: as part of a grammar they cost more than they give. */
const TAKEN = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "prefixItems",
  "minItems",
  "maxItems",
  "minimum",
]);
for (const keyword of ["maximum", "enum", "const", "anyOf", "description"]) TAKEN.add(keyword);

/** How deep a definition is followed that refers to itself. */
const DEPTH = 8;

/** Returns what is left of a schema; definitions stand where they were referred to. */
export const taken = (schema: object): object => cut(schema, schema, 0) as object;

function cut(value: unknown, root: object, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => cut(item, root, depth));
  if (typeof value !== "object" || value === null) return value;
  const { $ref: ref, oneOf, allOf, ...rest } = value as Record<string, unknown>;
  if (typeof ref === "string") return depth < DEPTH ? cut({ ...rest, ...definition(ref, root) }, root, depth + 1) : {};
  // One of several is any of them where only the shape is constrained; of all that hold, the first is enforced.
  const same = { ...(Array.isArray(allOf) ? (allOf[0] as object) : {}), ...rest, ...(oneOf !== undefined && { anyOf: oneOf }) };
  const entries = Object.entries(same).filter(([key]) => TAKEN.has(key));
  return Object.fromEntries(
    entries.map(([key, inner]) => {
      if (key === "enum" || key === "const" || key === "required") return [key, inner];
      if (key !== "properties") return [key, cut(inner, root, depth)];
      const properties = Object.entries(inner as object).map(([name, property]) => [name, cut(property, root, depth)]);
      return [key, Object.fromEntries(properties)];
    }),
  );
}

function definition(ref: string, root: object): object {
  const steps = ref.replace(/^#\/?/, "").split("/").filter(Boolean);
  let found: unknown = root;
  for (const step of steps) found = (found as Record<string, unknown> | undefined)?.[step.replaceAll("~1", "/").replaceAll("~0", "~")];
  return typeof found === "object" && found !== null && ref.startsWith("#") ? found : {};
}
