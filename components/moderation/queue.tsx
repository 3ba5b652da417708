"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { Kbd } from "@/components/ui/kbd";
import { LoadMore } from "@/components/ui/load-more";
import { ACTIONS_ON, type ModerationAction, REPORT_REASONS } from "@/lib/domain/people/moderation/rules";
import type { Report, ReportFilter } from "@/lib/domain/people/moderation/schema";
import { RelativeTime } from "@/components/ui/relative-time";
import { reportFailure } from "@/components/shell/report-failure";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { messageOf } from "@/lib/client/call-error";
import { type Choice, DecisionForm } from "./decision-form";
import { ACTION_LABELS, SUBJECT_LABELS } from "./labels";
import { OpenReport } from "./open-report";

/** The queue of reports with one status. One is open; keys step through them and choose actions. */
export function Queue(props: { reports: Report[]; nextCursor: string | null; filter: ReportFilter }) {
  const { reports, current, index, open, decide, hasMore, loadMore } = useQueue(props);
  const [action, setAction] = useState<ModerationAction | null>(null);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!current || action || isTyping(event)) return;
    const chosen = actionsOn(current).find((name) => ACTION_LABELS[name].key === event.key);
    if (event.key === "j") open(index + 1);
    else if (event.key === "k") open(index - 1);
    else if (chosen) setAction(chosen);
    else return;
    event.preventDefault();
  });

  useEffect(() => {
    // Listens before the site's shortcuts, where j, k and l mean something else.
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen, true);
    return () => document.removeEventListener("keydown", listen, true);
  }, []);

  useEffect(() => {
    if (current && index > 0) document.getElementById(current.id)?.scrollIntoView({ block: "nearest" });
  }, [current, index]);

  if (!current)
    return (
      <EmptyState icon="inbox" title="Nothing here">
        No reports match these filters.
      </EmptyState>
    );
  return (
    <>
      <p className="mb-3 text-13 text-muted pointer-coarse:hidden">
        <Kbd>j</Kbd> <Kbd>k</Kbd> next and previous; the letter on a button opens it, <Kbd>Enter</Kbd> decides,{" "}
        <Kbd>Esc</Kbd> goes back.
      </p>
      <ol className="rows overflow-hidden">
        {reports.map((report, place) => (
          <li key={report.id} id={report.id} className="scroll-my-20">
            {report.id === current.id ? (
              <OpenReport report={report}>
                {report.status === "open" && (
                  <DecisionForm
                    key={report.id}
                    report={report}
                    actions={actionsOn(report)}
                    action={action}
                    onChoose={setAction}
                    onDecide={async (choice) => {
                      const failure = await decide(report, choice);
                      if (failure === undefined) setAction(null);
                      return failure;
                    }}
                  />
                )}
              </OpenReport>
            ) : (
              <QueueRow
                report={report}
                onOpen={() => {
                  setAction(null);
                  open(place);
                }}
              />
            )}
          </li>
        ))}
      </ol>
      {hasMore && <LoadMore onLoad={() => void loadMore()} />}
    </>
  );
}

const actionsOn = ({ status, subject }: Report) => (status === "open" ? ACTIONS_ON[subject.type] : []);

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [role=dialog], [role=menu]") !== null
  );
}

function QueueRow({ report, onOpen }: { report: Report; onOpen: () => void }) {
  const { account, snapshot, subject } = report;
  return (
    <button type="button" onClick={onOpen} className="flex w-full flex-col gap-0.5 px-4 py-3 text-left hover:bg-hover">
      <span className="flex w-full items-baseline gap-2 text-13 text-muted">
        <span className="truncate">
          {REPORT_REASONS[report.reason]} · {SUBJECT_LABELS[subject.type]} by @{account.handle}
        </span>
        <RelativeTime at={report.createdAt} className="ml-auto shrink-0" />
      </span>
      <span dir="auto" className="w-full truncate">
        {snapshot.title ?? (snapshot.content || "No words")}
      </span>
    </button>
  );
}

interface FirstPage {
  reports: Report[];
  nextCursor: string | null;
  filter: ReportFilter;
}

/** The next page is loaded when this many reports are left. */
const AHEAD = 5;

function useQueue({ reports: first, nextCursor, filter }: FirstPage) {
  const [reports, setReports] = useState(first);
  const [cursor, setCursor] = useState(nextCursor);
  const [index, setIndex] = useState(0);
  const current = reports[Math.min(index, reports.length - 1)];

  async function loadMore() {
    if (cursor === null) return;
    setCursor(null);
    try {
      const page = await call("GET /api/moderation/reports", { ...filter, limit: 20, cursor });
      setReports((known) => [...known, ...page.data.filter(({ id }) => !known.some((report) => report.id === id))]);
      setCursor(page.nextCursor);
    } catch (error) {
      setCursor(cursor);
      reportFailure(error);
    }
  }

  function open(next: number) {
    setIndex(Math.max(0, Math.min(next, reports.length - 1)));
    if (next >= reports.length - AHEAD) void loadMore();
  }

  /** Removes every report of the subject from the list: they are decided together. */
  function remove({ subject }: Report) {
    setReports((known) => known.filter((report) => report.subject.id !== subject.id));
    if (reports.length <= AHEAD) void loadMore();
  }

  /** Decides on a report. Returns the message of a failure. */
  async function decide(report: Report, choice: Choice): Promise<string | undefined> {
    let suspendedUntil: string | null;
    try {
      ({ suspendedUntil } = await call("POST /api/moderation/reports/{id}", { id: report.id, ...choice }));
    } catch (error) {
      if (!(await isDecided(report))) return messageOf(error);
      reportFailure(error);
      remove(report);
      return;
    }
    toastStore.add({ text: outcomeOf(choice, suspendedUntil), tone: "good" });
    remove(report);
  }

  return {
    reports,
    current,
    index: current ? reports.indexOf(current) : -1,
    open,
    decide,
    hasMore: cursor !== null,
    loadMore,
  };
}

/** Describes what was done, and whether a longer suspension stays in force. */
function outcomeOf({ action, until }: Choice, suspendedUntil: string | null): string {
  const done = `${ACTION_LABELS[action].done}.`;
  if (until === undefined) return done;
  if (suspendedUntil === null) return `${done} An earlier suspension without an end date stays in force.`;
  if (Date.parse(suspendedUntil) <= Date.parse(until)) return done;
  return `${done} An earlier suspension stays in force until ${suspendedUntil.slice(0, 10)}.`;
}

/** Whether another moderator decided first. */
async function isDecided({ id }: Report): Promise<boolean> {
  const report = await call("GET /api/moderation/reports/{id}", { id }).catch(() => null);
  return report !== null && report.status !== "open";
}
