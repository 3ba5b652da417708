import { cutBranch } from "@/lib/domain/invitations/branches";
import { createInvitation, revokeInvitation } from "@/lib/domain/invitations/commands";
import { listGuests, listOwnInvitations } from "@/lib/domain/invitations/queries";
import {
  branchCut,
  cutBranch as cut,
  guest,
  invitedFilter,
  invitedPerson,
  madeInvitation,
  newInvitation,
  ownInvitations,
} from "@/lib/domain/invitations/schema";
import { listInvited } from "@/lib/domain/invitations/tree";
import { sessionOperation } from "@/lib/http/operation";

/** Invitations, and the tree of who invited whom. */
export const invitations = {
  list: sessionOperation("GET /api/invitations", {
    summary: "List your invitations",
    returns: ownInvitations,
    run: listOwnInvitations,
  }),
  create: sessionOperation("POST /api/invitations", {
    writes: "invitations",
    summary: "Create an invitation",
    body: newInvitation,
    status: 201,
    returns: madeInvitation,
    secret: true,
    errors: ["forbidden", "conflict"],
    run: createInvitation,
  }),
  revoke: sessionOperation("DELETE /api/invitations/{id}", {
    writes: "invitations",
    summary: "Revoke an invitation",
    status: 204,
    returns: null,
    errors: ["not_found"],
    run: revokeInvitation,
  }),
  guests: sessionOperation("GET /api/invitations/guests", {
    summary: "List who joined through your invitations",
    paginated: true,
    returns: guest,
    run: listGuests,
  }),
  invited: sessionOperation("GET /api/admin/invited", {
    staff: "admin",
    summary: "List who joined through invitations, of one inviter or all",
    paginated: true,
    query: invitedFilter,
    returns: invitedPerson,
    errors: ["forbidden", "not_found"],
    run: listInvited,
  }),
  cut: sessionOperation("POST /api/admin/invited/{handle}/cut", {
    staff: "admin",
    writes: "moderation",
    summary: "Cut a branch of the invitation tree",
    body: branchCut,
    status: 202,
    returns: cut,
    errors: ["forbidden", "not_found", "proof_required"],
    run: cutBranch,
  }),
};
