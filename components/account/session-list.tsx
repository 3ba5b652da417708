import { RelativeTime } from "@/components/ui/relative-time";
import { browserName } from "@/lib/domain/users/browsers";
import type { SessionSummary } from "@/lib/domain/users/schema";
import { SignOutEverywhere } from "./sign-out-everywhere";

export function SessionList({ sessions }: { sessions: readonly SessionSummary[] }) {
  return (
    <section aria-labelledby="sessions">
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 id="sessions" className="text-21">
          Where you’re signed in
        </h2>
        <SignOutEverywhere />
      </div>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-5 py-3.5">
            <span className="min-w-0 wrap-anywhere">{browserName(session.userAgent)}</span>
            <span className="text-13 text-muted">
              since <RelativeTime at={session.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
