import type { Metadata } from "next";
import { GuestList, InvitationRow, NewInvitationDialog } from "@/components/invitations/own-invitations";
import { EmptyNote, ListSection, Rows } from "@/components/ui/section";
import { requireContext } from "@/lib/auth/require";
import { listGuests, listOwnInvitations } from "@/lib/domain/accounts/invitations/queries";
import { MAX_USES } from "@/lib/domain/accounts/invitations/rules";

export const metadata: Metadata = { title: "Invitations" };

export default async function InvitationSettingsPage() {
  const ctx = await requireContext("/settings/invitations");
  const [{ data, obstacle }, guests] = await Promise.all([listOwnInvitations(ctx), listGuests(ctx, { limit: 20 })]);
  return (
    <>
      <div className="max-w-160">
        {obstacle === null ? (
          <NewInvitationDialog mostUses={ctx.actor.role === "ADMIN" ? MAX_USES.admin : MAX_USES.member} />
        ) : (
          <p className="text-muted">{obstacle}</p>
        )}
      </div>
      <ListSection
        id="invitations"
        title="Your links"
        about="Anyone with a link can create an account, even where sign-up is by invitation only. The people who run the site can see who invited whom."
      >
        <Rows of={data} empty={<EmptyNote icon="ticket" text="You haven’t created a link yet." />}>
          {(invitation) => <InvitationRow key={invitation.id} invitation={invitation} />}
        </Rows>
      </ListSection>
      <ListSection id="guests" title="People you invited" about="People who signed up with one of your links.">
        {guests.data.length === 0 ? (
          <EmptyNote icon="user-round-plus" text="Nobody yet." />
        ) : (
          <GuestList first={guests} />
        )}
      </ListSection>
    </>
  );
}
