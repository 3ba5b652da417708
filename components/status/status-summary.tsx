import clsx from "clsx";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";

interface StatusSummaryProps {
  status: keyof typeof SUMMARIES;
  checkedAt: string;
}

/** The state of the whole deployment in a sentence. */
export function StatusSummary({ status, checkedAt }: StatusSummaryProps) {
  const { title, text } = SUMMARIES[status];
  return (
    <Card className="mb-8 flex items-start gap-4">
      <Icon
        name={status === "ok" ? "circle-check" : "circle-exclamation-point"}
        className={clsx("mt-0.5 size-6 shrink-0", status === "ok" ? "text-good" : "text-bad")}
      />
      <div className="min-w-0">
        <p className="text-17 font-medium">{title}</p>
        <p className="text-muted">{text}</p>
        <p className="mt-2 text-13 text-muted">
          Checked <RelativeTime at={checkedAt} />
        </p>
      </div>
    </Card>
  );
}

const SUMMARIES = {
  ok: { title: "Everything works", text: "All parts of this site answer as they should." },
  degraded: { title: "Something isn’t right", text: "Most of the site works. What doesn’t is listed below." },
  down: {
    title: "Part of the site is down",
    text: "What doesn’t work is listed below. Nothing of yours is lost.",
  },
} as const;
