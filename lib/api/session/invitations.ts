import { cutBranch } from "@/lib/domain/accounts/invitations/branches";
import { createInvitation, revokeInvitation } from "@/lib/domain/accounts/invitations/commands";
import { listGuests, listOwnInvitations, listInvited } from "@/lib/domain/accounts/invitations/queries";
import {
  branchCut,
  cutBranch as cut,
  guest,
  invitedFilter,
  invitedPerson,
  madeInvitation,
  newInvitation,
  ownInvitations,
} from "@/lib/domain/accounts/invitations/schema";
import { sessionOperation } from "@/lib/http/operation";

export const invitations = {
  list: sessionOperation("GET /api/invitations", { returns: ownInvitations, run: listOwnInvitations }),
  create: sessionOperation("POST /api/invitations", {
    writes: "invitations",
    body: newInvitation,
    status: 201,
    returns: madeInvitation,
    secret: true,
    run: createInvitation,
  }),
  revoke: sessionOperation("DELETE /api/invitations/{id}", {
    writes: "invitations",
    returns: null,
    run: revokeInvitation,
  }),
  guests: sessionOperation("GET /api/invitations/guests", { paginated: true, returns: guest, run: listGuests }),
  invited: sessionOperation("GET /api/admin/invited", {
    staff: "admin",
    paginated: true,
    query: invitedFilter,
    returns: invitedPerson,
    run: listInvited,
  }),
  cut: sessionOperation("POST /api/admin/invited/{handle}/cut", {
    staff: "admin",
    writes: "moderation",
    body: branchCut,
    status: 202,
    returns: cut,
    run: cutBranch,
  }),
};
