/** Incremented whenever the same Markdown would produce different HTML. Older HTML is rerendered when next read. */
export const RENDERER_VERSION = 2;

/** Our choice: code points of the longest document, some fifty pages. */
export const MAX_DOCUMENT = 100_000;

/** Our choices: limits of a rendered document. Prose of 100,000 characters stays below a tenth of each. */
export const DOCUMENT_LIMITS = {
  /** Paragraphs, list items, links, table cells and so on; each becomes at least one element. */
  nodes: 20_000,
  /** Nesting depth. Deeper trees overflow stacks, the browser's among them. */
  depth: 100,
  tableColumns: 100,
  /** Characters of HTML. */
  htmlLength: 300_000,
};

/** Wall-clock limit, for a very busy machine: renderer.mjs bounds a document's processor time far more tightly. */
export const RENDER_TIMEOUT_MS = 60_000;
/** Our choice: the processor time of a preview, which people request again and again while they write. */
export const PREVIEW_CPU_MS = 1_000;
export const RENDER_MEMORY_MB = 256;

export type Excess = keyof typeof DOCUMENT_LIMITS | "time" | "memory";

/** Returns a message that says which limit was exceeded and how to fix it. `name` begins the sentence: "A readme". */
export function excessMessage(name: string, excess: Excess): string {
  const { depth, tableColumns } = DOCUMENT_LIMITS;
  switch (excess) {
    case "depth":
      return `${name} nests at most ${depth} levels of quotes, lists and emphasis: flatten it`;
    case "tableColumns":
      return `A table has at most ${tableColumns} columns: split it`;
    case "nodes":
      return `${name} has too many parts, such as table cells, list items and links: shorten it or split its tables`;
    case "htmlLength":
      return `${name} becomes too long a page: shorten it, or use fewer links and images`;
    case "time":
    case "memory":
      return `${name} is too complex to be shown: use fewer nested or unclosed markers, such as * _ [ and >, and smaller tables`;
  }
}
