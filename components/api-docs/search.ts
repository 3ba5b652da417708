export interface SearchEntry {
  href: string;
  label: string;
  method?: string;
  /** Whether the label is prose and not a name in the API. */
  prose?: boolean;
  /** What else it can be found by, in lower case. Not in the page, which loads the index for it. */
  text?: string;
}

export interface SearchGroup {
  title: string;
  entries: readonly SearchEntry[];
  /** Shown only while a search runs. */
  hidden?: boolean;
}

/** Words that say nothing: entries leave them out. */
export const SILENT: ReadonlySet<string> = new Set([
  ..."a an and are as at be but by for from has have if in is it its not of on or than that the this to was were".split(
    " ",
  ),
  ..."with you your".split(" "),
]);

/** Returns the entries that contain every word of a query, in any form of it; without a query, all but hidden ones. */
export function search(groups: readonly SearchGroup[], query: string): SearchGroup[] {
  const words = query.toLowerCase().split(/\s+/);
  const stems = words.filter((word) => word !== "" && !SILENT.has(word)).map(stemOf);
  return groups
    .filter(({ hidden }) => !hidden || stems.length > 0)
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ method, label, text = "" }) => {
        const all = `${method ?? ""} ${label} ${text}`.toLowerCase();
        return stems.every((stem) => all.includes(stem));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Without the ending of a longer word: "retries" and "retry" are one word, as are "signing" and "signed". */
const stemOf = (word: string) => (word.length > 4 ? word.replace(/(?:ies|ing|ed|es|s|y|e)$/, "") : word);
