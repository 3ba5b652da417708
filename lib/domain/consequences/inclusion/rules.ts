import type { Scope } from "@/lib/domain/accounts/keys/scopes";

/** What a list of references can include, and the scope that reads it by itself. */
export const INCLUDED_SCOPES = { post: "read:posts", comment: "read:feed" } as const satisfies Record<string, Scope>;
export type Included = keyof typeof INCLUDED_SCOPES;
