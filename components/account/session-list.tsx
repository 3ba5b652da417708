import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { browserName } from "@/lib/domain/accounts/users/browsers";
import { Section, Rows } from "@/components/ui/section";
import type { SessionSummary } from "@/lib/domain/accounts/users/schema";
import { EndSession, SignOutEverywhere } from "./end-sessions";

export function SessionList({ sessions }: { sessions: readonly SessionSummary[] }) {
  return (
    <Section id="sessions" title="Where you’re signed in" actions={<SignOutEverywhere />}>
      <Rows of={sessions}>
        {(session) => (
          <li key={session.id} className="flex min-h-16 items-center justify-between gap-x-6 px-5 py-3">
            <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
              <span className="wrap-anywhere">{browserName(session.userAgent)}</span>
              {session.current && <Badge>This one</Badge>}
              <span className="text-13 text-muted">
                signed in <RelativeTime at={session.createdAt} />
              </span>
            </div>
            {!session.current && <EndSession id={session.id} browser={browserName(session.userAgent)} />}
          </li>
        )}
      </Rows>
    </Section>
  );
}
