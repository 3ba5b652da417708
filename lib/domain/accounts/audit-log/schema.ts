import { z } from "zod";
import { AUDIT_ACTIONS, type AuditAction, MAX_PERSON } from "./rules";

const actions = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]];
const details = z.record(z.string(), z.unknown());

/** An entry as the account that it concerns sees it: staff are not named. */
export const securityEntry = z.object({
  id: z.string(),
  action: z.enum(actions),
  by: z.enum(["you", "staff", "site"]),
  details,
  createdAt: z.iso.datetime(),
});

export type SecurityEntry = z.output<typeof securityEntry>;

export const auditEntry = z.object({
  id: z.string(),
  action: z.enum(actions),
  actorId: z.string().nullable(),
  accountId: z.string().nullable(),
  details,
  requestId: z.string(),
  createdAt: z.iso.datetime(),
});

export type AuditEntry = z.output<typeof auditEntry>;

/** An entry with the handles of people who still have an account, and the reason, if one was given. */
export const listedEntry = auditEntry.extend({
  actorHandle: z.string().nullable(),
  accountHandle: z.string().nullable(),
  reason: z.string().nullable(),
});

export type ListedEntry = z.output<typeof listedEntry>;

/** `person` is the handle or id of the actor, or of the account that an entry concerns. */
export const auditFilter = z.object({
  action: z.enum(actions).optional(),
  person: z.string().trim().max(MAX_PERSON).optional(),
});

export type AuditFilter = z.output<typeof auditFilter>;
