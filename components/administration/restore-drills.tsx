import { Badge } from "@/components/ui/badge";
import { formatNumber } from "@/components/ui/number";
import { RelativeTime } from "@/components/ui/relative-time";
import { Rows } from "@/components/ui/section";
import type { Drills, FailedDrill, ProvenRestore } from "@/lib/domain/deployment/drills/queries";
import { Figures, Row } from "./overview-figures";

/** What drills found out about the backups: the last restore that was proven, and what keeps the newest from it. */
export function RestoreDrills({ proven, failed, runningSince }: Drills) {
  return (
    <div className="grid gap-4">
      {proven && <Proven {...proven} />}
      {!proven && (
        <p className="max-w-prose text-muted">
          No restore has been proven yet. <code>npm run drill</code> restores the newest backup into a database of its
          own, and checks what is there.
        </p>
      )}
      {runningSince && (
        <p className="text-muted">
          A drill is running. It began <RelativeTime at={runningSince.toISOString()} />.
        </p>
      )}
      {failed && <Failed {...failed} />}
    </div>
  );
}

function Proven({ provenAt, tookMs, backup, takenAt }: ProvenRestore) {
  return (
    <Figures
      figures={[
        {
          term: "Last proven restore",
          value: (
            <>
              <RelativeTime at={provenAt.toISOString()} />, {formatNumber(Math.round(tookMs / 1000))} s
            </>
          ),
        },
        { term: "Of the backup", value: backup },
        { term: "Data as of", value: <RelativeTime at={takenAt.toISOString()} /> },
      ]}
    />
  );
}

function Failed({ startedAt, backup, differences }: FailedDrill) {
  return (
    <div>
      <p className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <Badge tone="bad">Failed</Badge>
        <span className="font-medium">Last drill{backup !== null && `, of ${backup}`}</span>
        <RelativeTime at={startedAt.toISOString()} className="text-13 text-muted" />
      </p>
      <Rows of={differences}>
        {(difference) => (
          <Row key={difference}>
            <span className="min-w-0 text-13 wrap-anywhere">{difference}</span>
          </Row>
        )}
      </Rows>
    </div>
  );
}
