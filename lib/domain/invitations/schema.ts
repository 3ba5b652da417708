import { z } from "zod";
import { text } from "@/lib/domain/text";
import { person } from "@/lib/domain/users/schema";
import { CUT_REASON_LENGTH, INVITATION_DAYS, MAX_USES } from "./rules";

const moment = z.iso.datetime();

/** The body of `POST /api/invitations`. */
export const newInvitation = z.strictObject({
  /** How many people may use it. */
  uses: z.number().int().min(1).max(MAX_USES.admin).default(1),
  days: z.number().int().min(1).max(INVITATION_DAYS.most).default(INVITATION_DAYS.usual),
});

export type NewInvitation = z.output<typeof newInvitation>;

/** An invitation as its creator sees it. */
export const invitation = z.object({
  id: z.string(),
  uses: z.number().int(),
  usesLeft: z.number().int(),
  state: z.enum(["open", "used", "expired", "revoked"]),
  createdAt: moment,
  expiresAt: moment,
});

export type Invitation = z.output<typeof invitation>;

/** A new invitation, with its link, which is shown once. */
export const madeInvitation = invitation.extend({ link: z.string() });

export const ownInvitations = z.object({
  data: z.array(invitation),
  /** Why the caller cannot make another one; null if they can. */
  obstacle: z.string().nullable(),
});

export type OwnInvitations = z.output<typeof ownInvitations>;

/** A person who joined through one of the caller's invitations. */
export const guest = person.extend({ joinedAt: moment });

export type Guest = z.output<typeof guest>;

export const invitedFilter = z.object({
  /** The handle of the inviter. */
  under: z.string().max(50).optional(),
});

/** A person who joined through an invitation, as admins see them. */
export const invitedPerson = z.object({
  person,
  inviter: person,
  joinedAt: moment,
  /** How many joined through their invitations. */
  guests: z.number().int(),
  suspended: z.boolean(),
});

export type InvitedPerson = z.output<typeof invitedPerson>;

/** The body of a request to cut a branch. */
export const branchCut = z.strictObject({
  /** Whether the accounts below are suspended. */
  suspend: z.boolean(),
  reason: text("A reason", CUT_REASON_LENGTH),
});

export type NewBranchCut = z.output<typeof branchCut>;

export const cutBranch = z.object({
  /** How many accounts are below. */
  below: z.number().int(),
});
