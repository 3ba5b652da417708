/** Our choice: replies to replies. A link to the deepest of them is answered with all that stand above it. */
export const MAX_THREAD_DEPTH = 100;
