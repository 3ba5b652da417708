import type { ReactNode } from "react";
import type { Standing } from "@/lib/domain/leaderboards/schema";
import type { Metric } from "./metric-labels";
import { Podium } from "./podium";
import { StandingsTable } from "./standings-table";

const ON_PODIUM = 3;

interface BoardProps {
  standings: readonly Standing[];
  /** The viewer's own standing, where it is below the others. */
  below?: Standing | null;
  metric: Metric;
  ownId: string | undefined;
  /** Shown instead of the podium while nobody is on the board. */
  empty: ReactNode;
}

/** A leaderboard: the best on a podium, everybody else in a table. */
export function Board({ standings, below = null, metric, ownId, empty }: BoardProps) {
  const rest = standings.slice(ON_PODIUM);
  return (
    <>
      {standings.length > 0 ? (
        <Podium standings={standings.slice(0, ON_PODIUM)} metric={metric} ownId={ownId} />
      ) : (
        <div className="mt-6">{empty}</div>
      )}
      {(rest.length > 0 || below) && <StandingsTable standings={rest} below={below} metric={metric} ownId={ownId} />}
    </>
  );
}
