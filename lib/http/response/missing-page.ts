/** Asks for the page for what is missing, whatever the path. Only our own server may (lib/server/page-relay.ts). */
export const MISSING_PAGE = "x-pegboard-missing-page";
