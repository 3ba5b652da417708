import { FocusOnMount } from "@/components/ui/focus-on-mount";
import { ErrorNote } from "@/components/ui/error-note";
import { Section, Rows } from "@/components/ui/section";
import type { Membership } from "@/lib/domain/play/guilds/schema";
import { ConnectDiscord, MembershipRow, UnlinkDiscord } from "./discord-link";

/** By the codes of lib/auth/linking.ts. */
const FAILURES = new Map([
  ["taken", "That did not work: a Discord account can be linked to one account here, and yours to one on Discord."],
  ["unproven", "That took a while, so please confirm once more that it’s you."],
  ["declined", "You didn’t agree on Discord, so nothing was linked. You can link your account whenever you like."],
  ["failed", "Discord didn’t answer as it should, so nothing was linked. Try again in a moment."],
]);

interface DiscordSettingsProps {
  linked: boolean;
  memberships: readonly Membership[];
  linkedPath: string;
  /** What became of linking, if that has just ended. */
  outcome?: string;
}

export function DiscordSettings({ linked, memberships, linkedPath, outcome = "" }: DiscordSettingsProps) {
  const failure = FAILURES.get(outcome);
  const Linked = outcome === "linked" ? FocusOnMount : "p";
  return (
    <Section id="discord" title="Discord" actions={linked && <UnlinkDiscord />}>
      {failure && (
        <FocusOnMount className="mb-4">
          <ErrorNote>{failure}</ErrorNote>
        </FocusOnMount>
      )}
      {linked ? (
        <>
          <Linked className="mb-4 max-w-prose text-muted">
            Your account is linked. You are on the leaderboards of these servers, which their members see, unless you
            switch that off.
          </Linked>
          <Rows of={memberships}>{(membership) => <MembershipRow key={membership.id} membership={membership} />}</Rows>
        </>
      ) : (
        <>
          <p className="mb-4 max-w-prose text-muted">
            Link your account to play on the leaderboards of your Discord servers. We ask who you are and which servers
            you are in, and nothing more.
          </p>
          <ConnectDiscord linkedPath={linkedPath} />
        </>
      )}
    </Section>
  );
}
