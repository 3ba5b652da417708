"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { REPORT_REASONS } from "@/lib/domain/moderation/rules";
import type { Report } from "@/lib/domain/moderation/schema";
import { DecisionLine } from "./decision-line";
import { SUBJECT_LABELS } from "./labels";
import { ReportHistory } from "./report-history";

/** A report with its subject, and what is known about the account. */
export function OpenReport({ report, children }: { report: Report; children: ReactNode }) {
  const { snapshot, account, reporter, subject } = report;
  return (
    <article
      aria-label={`Report of a ${SUBJECT_LABELS[subject.type]} by ${account.name}`}
      className="grid gap-4 bg-brand-soft/40 p-4 md:p-5"
    >
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-muted">
        <Badge tone="bad">{REPORT_REASONS[report.reason]}</Badge>
        {report.openReports > 1 && <Badge>{report.openReports} open reports</Badge>}
        <span>
          {SUBJECT_LABELS[subject.type]} reported by{" "}
          <Link href={`/users/${reporter.handle}`} prefetch={false} className={LINK}>
            @{reporter.handle}
          </Link>
        </span>
        <span className="ml-auto">
          <RelativeTime at={report.createdAt} />
        </span>
      </header>
      {report.comment && <p className="wrap-anywhere">“{report.comment}”</p>}
      <blockquote className="max-h-80 overflow-y-auto rounded-control border border-line bg-surface p-4" tabIndex={0}>
        <p className="mb-1 text-13 text-muted">
          <Link href={`/users/${account.handle}`} prefetch={false} className={LINK}>
            @{account.handle}
          </Link>{" "}
          · <RelativeTime at={snapshot.createdAt} /> ·{" "}
          <Link href={snapshot.link} prefetch={false} className={LINK}>
            as it is now
          </Link>
        </p>
        {snapshot.title && <p className="font-semibold">{snapshot.title}</p>}
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {snapshot.content || "No words."}
        </p>
        {snapshot.media.length > 0 && (
          <p className="mt-3 flex flex-wrap gap-2">
            {snapshot.media.map(({ id, url, alt }) => (
              // oxlint-disable-next-line nextjs/no-img-element -- kept for moderators alone, in no other size
              <img key={id} src={url} alt={alt} className="size-32 rounded-control object-cover" />
            ))}
          </p>
        )}
      </blockquote>
      {report.decision && <DecisionLine decision={report.decision} />}
      <ReportHistory report={report} />
      {children}
    </article>
  );
}

const LINK = "font-medium underline underline-offset-4 hover:text-brand";
