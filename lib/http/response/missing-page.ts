/**
 * The header of a request that is to be answered with the page for what is missing, whatever its path. Our own server
 * asks so (lib/server/page-relay.ts), and takes it away from requests from outside.
 */
export const MISSING_PAGE = "x-pegboard-missing-page";
