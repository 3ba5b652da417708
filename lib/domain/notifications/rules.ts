/** Code points of a preview (decisions.md, Notifications). */
export const MAX_PREVIEW = 280;
