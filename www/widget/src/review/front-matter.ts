// The facts in front of a transcript are for programs: people copy and share it without them.

/** Returns Markdown without its front matter. */
export const withoutFrontMatter = (markdown: string): string => markdown.replace(/^---\n[\s\S]*?\n---\n+/, "");
