const common = "border-line bg-surface max-md:-mx-4 md:punched md:overflow-hidden md:rounded-card md:border";

/** A long card; from edge to edge on a phone. */
export const sheetStyle = `${common} max-md:border-y`;

/** The same at the top of a page without a heading. */
export const topSheetStyle = `${common} max-md:-mt-6 max-md:border-b`;
