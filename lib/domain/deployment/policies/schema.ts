import { z } from "zod";
import { markdown } from "@/lib/domain/kernel/text/schema";
import { MAX_POLICY, MAX_VERSION, POLICY_NAMES } from "./rules";

const moment = z.iso.datetime();

/** Version 0 means that it was never written. */
export const policyDraft = z.object({
  name: z.enum(POLICY_NAMES),
  version: z.number().int(),
  content: z.string(),
  changedAt: moment.nullable(),
});

export type PolicyDraft = z.output<typeof policyDraft>;

/** `version` is the one that was edited; empty content removes the page. */
export const policyChange = z.strictObject({
  content: markdown("A text", { min: 0, max: MAX_POLICY }),
  version: z.number().int().min(0).max(MAX_VERSION),
});

export type PolicyChange = z.output<typeof policyChange>;
