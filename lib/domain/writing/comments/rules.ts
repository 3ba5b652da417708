/** Our choice: depth of nested replies. A link to the deepest reply loads all its ancestors. */
export const MAX_THREAD_DEPTH = 100;
