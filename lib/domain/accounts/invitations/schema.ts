import { z } from "zod";
import { text } from "@/lib/domain/kernel/text/schema";
import { person } from "@/lib/domain/accounts/users/schema";
import { CUT_REASON_LENGTH, INVITATION_DAYS, MAX_USES } from "./rules";

const moment = z.iso.datetime();

export const newInvitation = z.strictObject({
  uses: z.number().int().min(1).max(MAX_USES.admin).default(1),
  days: z.number().int().min(1).max(INVITATION_DAYS.most).default(INVITATION_DAYS.usual),
});

export type NewInvitation = z.output<typeof newInvitation>;

export const invitation = z.object({
  id: z.string(),
  uses: z.number().int(),
  usesLeft: z.number().int(),
  state: z.enum(["open", "used", "expired", "revoked"]),
  createdAt: moment,
  expiresAt: moment,
});

export type Invitation = z.output<typeof invitation>;

/** The only response that contains the link. */
export const madeInvitation = invitation.extend({ link: z.string() });

export const ownInvitations = z.object({
  data: z.array(invitation),
  /** Why the caller cannot make another one; null if they can. */
  obstacle: z.string().nullable(),
});

export type OwnInvitations = z.output<typeof ownInvitations>;

export const guest = person.extend({ joinedAt: moment });

export type Guest = z.output<typeof guest>;

export const invitedFilter = z.object({
  /** The handle of the inviter. */
  under: z.string().max(50).optional(),
});

export const invitedPerson = z.object({
  person,
  inviter: person,
  joinedAt: moment,
  /** How many joined through their invitations. */
  guests: z.number().int(),
  suspended: z.boolean(),
});

export type InvitedPerson = z.output<typeof invitedPerson>;

export const branchCut = z.strictObject({
  suspend: z.boolean(),
  reason: text("A reason", CUT_REASON_LENGTH),
});

export type NewBranchCut = z.output<typeof branchCut>;

export const cutBranch = z.object({
  below: z.number().int(),
});
