const common = "border-line bg-surface max-md:-mx-4 md:punched md:overflow-hidden md:rounded-card md:border";

/** A long sheet that hangs from two pegs; on a phone it runs from edge to edge. */
export const sheetStyle = `${common} max-md:border-y`;

/** The same at the top of a page without a heading. */
export const topSheetStyle = `${common} max-md:-mt-6 max-md:border-b`;
