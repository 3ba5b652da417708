import { MAX_CONTENT } from "@/lib/domain/writing/posts/rules";

/** How many drafts an account may have (docs/contract.md#scheduled-posts). */
export const MAX_DRAFTS = 50;

/** Code points of a draft: it may be too long for a post until it is shortened (docs/contract.md#scheduled-posts). */
export const MAX_DRAFT = 10 * MAX_CONTENT;
