"use client";

import { useEffect, useState } from "react";
import { ExactTime, RelativeTime } from "@/components/ui/relative-time";
import { call } from "@/lib/client/call";
import { REPORT_REASONS, type SubjectType } from "@/lib/domain/moderation/rules";
import type { Report, ReportContext, Surrounding } from "@/lib/domain/moderation/schema";
import { DecisionLine } from "./decision-line";

/** Subjects that are part of a conversation. */
const IN_CONVERSATION: readonly SubjectType[] = ["comment", "message"];

/** The context of a report: its subject's surroundings, and what is known about the account. Loaded on mount. */
export function ReportHistory({ report: { id, subject } }: { report: Report }) {
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
