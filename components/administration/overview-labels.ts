import type { BadgeTone } from "@/components/ui/badge";

/** The label of each part of the deployment. */
export const PART_LABELS: Record<string, string> = {
  database: "Database",
  limiter: "Rate limiter",
  storage: "Image storage",
  worker: "Delivery worker",
  processes: "Processes",
};

export const HEALTH_LABELS: Record<"ok" | "degraded" | "down", { label: string; tone: BadgeTone }> = {
  ok: { label: "Works", tone: "good" },
  degraded: { label: "Degraded", tone: "bad" },
  down: { label: "Down", tone: "bad" },
};

export const MAIL_LABELS = {
  smtp: "Sent by SMTP",
  terminal: "Printed at the terminal",
  none: "Not set up",
} as const;
