import { z } from "zod";
import { AUDIT_ACTIONS, type AuditAction } from "./rules";

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

/** An entry as admins see it. */
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
