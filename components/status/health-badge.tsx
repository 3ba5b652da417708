import { Badge, type BadgeTone } from "@/components/ui/badge";

export function HealthBadge({ status, className }: { status: keyof typeof LABELS; className?: string }) {
  const { label, tone } = LABELS[status];
  return (
    <Badge tone={tone} className={className}>
      {label}
    </Badge>
  );
}

const LABELS = {
  ok: { label: "Works", tone: "good" },
  degraded: { label: "Degraded", tone: "bad" },
  down: { label: "Down", tone: "bad" },
  unknown: { label: "Unknown", tone: "plain" },
} as const satisfies Record<string, { label: string; tone: BadgeTone }>;
