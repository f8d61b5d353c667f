declare module "*.css?inline" {
  const css: string;
  export default css;
}

declare module "*.md" {
  const text: string;
  export default text;
}
