import Link from "next/link";
import { type ReactNode, useEffect, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { RelativeTime, ExactTime } from "@/components/ui/relative-time";
import { REPORT_REASONS, type SubjectType } from "@/lib/domain/people/moderation/rules";
import type { Report, ReportContext, Surrounding, Decision } from "@/lib/domain/people/moderation/schema";
import { call } from "@/lib/client/call";
import { SUBJECT_LABELS, ACTION_LABELS } from "./labels";

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
        <RelativeTime at={report.createdAt} className="ml-auto" />
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

const IN_CONVERSATION: readonly SubjectType[] = ["comment", "message"];

function ReportHistory({ report: { id, subject } }: { report: Report }) {
  const [known, setKnown] = useState<ReportContext | "failed">();
  useEffect(() => {
    let wanted = true;
    call("GET /api/moderation/reports/{id}/context", { id }).then(
      (context) => wanted && setKnown(context),
      () => wanted && setKnown("failed"),
    );
    return () => void (wanted = false);
  }, [id]);
  const isInConversation = IN_CONVERSATION.includes(subject.type);
  return (
    <div className={`grid content-start gap-2 text-13 ${isInConversation ? "min-h-14" : "min-h-6"}`}>
      {known === "failed" ? (
        <p className="text-bad">The account’s history didn’t load.</p>
      ) : known ? (
        <>
          {isInConversation && <Surroundings around={known.around} />}
          <AccountHistory known={known} />
        </>
      ) : (
        <p className="text-muted">Reading the account’s history…</p>
      )}
    </div>
  );
}

function Surroundings({ around }: { around: Surrounding[] }) {
  if (around.length === 0) return <p className="min-h-6 text-muted">Nothing is left of what was around it.</p>;
  const later = around.filter(({ isLater }) => isLater);
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-muted">What is around it: {around.length}</summary>
      <ol className="mt-2 grid gap-1.5">
        {around
          .filter(({ isLater }) => !isLater)
          .map((item) => (
            <SurroundingItem key={item.id} {...item} />
          ))}
        {later.length > 0 && <li className="text-muted">After what was reported:</li>}
        {later.map((item) => (
          <SurroundingItem key={item.id} {...item} />
        ))}
      </ol>
    </details>
  );
}

function SurroundingItem({ author, content, createdAt }: Surrounding) {
  return (
    <li className="wrap-anywhere whitespace-pre-wrap">
      <span className="text-muted">
        @{author.handle}, <RelativeTime at={createdAt} />:
      </span>{" "}
      {content || "No words."}
    </li>
  );
}

function AccountHistory({ known: { account, reports, decisions } }: { known: ReportContext }) {
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-muted">
        Account {account.state}
        {account.suspendedUntil && (
          <>
            {" "}
            until <ExactTime at={account.suspendedUntil} />
          </>
        )}
        , created <RelativeTime at={account.createdAt} />. Other reports: {reports.length}, decisions:{" "}
        {decisions.length}.
      </summary>
      <ul className="mt-2 grid gap-1.5">
        {decisions.map((decision) => (
          <li key={decision.id}>
            <DecisionLine decision={decision} />
          </li>
        ))}
        {reports.map((report) => (
          <li key={report.id} className="text-muted">
            <RelativeTime at={report.createdAt} />: {REPORT_REASONS[report.reason]} ({report.status}), “
            {report.snapshot.content.slice(0, 80)}”
          </li>
        ))}
      </ul>
    </details>
  );
}

function DecisionLine({ decision }: { decision: Decision }) {
  return (
    <p className="wrap-anywhere">
      <Badge>{ACTION_LABELS[decision.action].done}</Badge> by @{decision.moderator.handle},{" "}
      <RelativeTime at={decision.createdAt} />: {decision.reason}
      {decision.until && (
        <>
          {" "}
          Until <ExactTime at={decision.until} />.
        </>
      )}
      {decision.liftedAt && " Reversed or expired."}
    </p>
  );
}
