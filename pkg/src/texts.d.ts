// What the bundler makes of a text file that is imported: its text.
declare module "*.txt" {
  const text: string;
  export default text;
}
