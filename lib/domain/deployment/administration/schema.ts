import { z } from "zod";
import { auditEntry } from "@/lib/domain/accounts/audit-log/schema";
import { decision } from "@/lib/domain/people/moderation/schema";
import { MAX_QUERY } from "@/lib/domain/people/search/rules";
import { person } from "@/lib/domain/accounts/users/schema";
import { ACCOUNT_STANDINGS } from "@/lib/domain/accounts/users/rules";
import { ROLES, TIERS } from "./rules";

const moment = z.iso.datetime();

/** `q` is searched in handle, name and mail address. */
export const accountFilter = z.object({
  q: z.string().max(MAX_QUERY).optional(),
  role: z.enum(ROLES).optional(),
  standing: z.enum(ACCOUNT_STANDINGS).optional(),
  tier: z.enum(TIERS).optional(),
});

export type AccountFilter = z.output<typeof accountFilter>;

export const listedAccount = person.extend({
  email: z.string().nullable(),
  role: z.enum(ROLES),
  tier: z.enum(TIERS),
  standing: z.enum(ACCOUNT_STANDINGS),
  createdAt: moment,
});

export type ListedAccount = z.output<typeof listedAccount>;

export const accountDetails = listedAccount.extend({
  emailVerifiedAt: moment.nullable(),
  suspendedUntil: moment.nullable(),
  signIn: z.object({ password: z.boolean(), providers: z.array(z.string()), secondFactor: z.boolean() }),
  /** Browsers that are signed in, and when one of them was last seen. */
  sessions: z.number().int(),
  lastSeenAt: moment.nullable(),
  apiKeys: z.number().int(),
  webhookEndpoints: z.number().int(),
  posts: z.number().int(),
  followers: z.number().int(),
  openReports: z.number().int(),
  /** Moderators' decisions about it, newest first. */
  decisions: z.array(decision),
});

export type AccountDetails = z.output<typeof accountDetails>;

/** An audit-log entry about an account, with the handle of its actor if they still have an account. */
export const accountEntry = auditEntry.extend({ actorHandle: z.string().nullable() });

export type AccountEntry = z.output<typeof accountEntry>;

export const roleChange = z.strictObject({ role: z.enum(ROLES) });
export const tierChange = z.strictObject({ tier: z.enum(TIERS) });

export type RoleChange = z.output<typeof roleChange>;
export type TierChange = z.output<typeof tierChange>;
