import { Badge } from "@/components/ui/badge";
import { ExactTime } from "@/components/ui/relative-time";
import { spanText } from "@/components/ui/span-text";
import { HealthBadge } from "./health-badge";

interface IncidentRowProps {
  name: string;
  severity: "degraded" | "down";
  startedAt: string;
  /** Null while it lasts. */
  endedAt: string | null;
}

export function IncidentRow({ name, severity, startedAt, endedAt }: IncidentRowProps) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5">
      <span className="font-medium">{name}</span>
      <HealthBadge status={severity} />
      <span className="flex flex-wrap items-baseline gap-x-2 text-13 text-muted sm:ml-auto">
        <ExactTime at={startedAt} />
        {endedAt === null ? (
          <Badge tone="brand">Ongoing</Badge>
        ) : (
          <span>for {spanText(Date.parse(endedAt) - Date.parse(startedAt))}</span>
        )}
      </span>
    </li>
  );
}
