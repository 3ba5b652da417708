import type { Draft } from "@/lib/domain/writing/drafts/schema";

/** What a composer has of a draft. */
export type Written = Pick<Draft, "content" | "warning" | "audience">;
