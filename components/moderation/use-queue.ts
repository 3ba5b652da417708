"use client";

import { useState } from "react";
import { reportFailure } from "@/components/shell/report-failure";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { messageOf } from "@/lib/client/call-error";
import type { ModerationAction } from "@/lib/domain/moderation/rules";
import type { Report, ReportFilter } from "@/lib/domain/moderation/schema";
import { ACTION_LABELS } from "./labels";

export interface Choice {
  action: ModerationAction;
  reason: string;
  until?: string;
}

interface FirstPage {
  reports: Report[];
  nextCursor: string | null;
  filter: ReportFilter;
}

/** The next page is loaded when this many reports are left. */
const AHEAD = 5;

/** The state of the queue: which report is open, and decisions about it. */
export function useQueue({ reports: first, nextCursor, filter }: FirstPage) {
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
