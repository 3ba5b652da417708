import type { ReactNode } from "react";

export interface Figure {
  term: string;
  value: ReactNode;
}

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
      {figures.map(({ term, value }) => (
        <div key={term} className="min-w-0">
          <dt className="text-13 text-muted">{term}</dt>
          <dd className="wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <li className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5">{children}</li>;
}

export const MAIL_LABELS = {
  smtp: "Sent by SMTP",
  terminal: "Printed at the terminal",
  none: "Not set up",
} as const;

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

/** Formats a size: `12.3 MB`. */
export function bytesText(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`;
}
