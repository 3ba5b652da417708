import { EmptyState } from "@/components/ui/empty-state";
import { ExactTime } from "@/components/ui/relative-time";
import type { SandboxView } from "@/lib/domain/accounts/sandboxes/schema";
import { AdvanceClock, DeleteSandbox, MakeSandbox } from "./sandbox-actions";
import { Figure } from "./figures";

export function SandboxPanel({ sandbox }: { sandbox: SandboxView | null }) {
  if (!sandbox)
    return (
      <EmptyState icon="hourglass" title="No sandbox yet" action={<MakeSandbox />}>
        Test keys act in a sandbox as live ones do here, and nobody else sees it. You get people to act as, and a clock
        to move: tomorrow’s quests and the sixth attempt of a webhook take a moment.
      </EmptyState>
    );
  const { now, acts, people, pendingDeliveries, nextDueAt, seed } = sandbox;
  return (
    <div className="rounded-card border border-line bg-surface p-5">
      <p className="text-13 text-muted">Its clock shows</p>
      <p className="mt-1 mb-5 font-mono text-21 wrap-anywhere">
        <ExactTime at={now} seconds />
      </p>
      <div className="mb-6 flex flex-wrap gap-2">
        <AdvanceClock />
        <MakeSandbox seed={seed} />
        <DeleteSandbox />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3">
        <Figure label="Acts" value={acts}>
          each moves it by a millisecond
        </Figure>
        <Figure label="Deliveries that wait" value={pendingDeliveries}>
          {nextDueAt ? (
            <>
              the next until <ExactTime at={nextDueAt} seconds />
            </>
          ) : (
            "nothing is due later"
          )}
        </Figure>
        <div className="min-w-0">
          <dt className="text-13 text-muted">Seed</dt>
          <dd className="mt-1 font-mono text-13 break-all">{seed}</dd>
        </div>
      </dl>
      <h3 className="mt-6 mb-2 font-medium">People</h3>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {people.map(({ id, handle, name }) => (
          <li key={id}>
            <bdi>{name}</bdi> <span className="text-muted">@{handle}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
