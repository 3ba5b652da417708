import { UserError } from "@/scripts/tools/terminal";
import { table } from "../bench/table";
import { allDelivered, auditDeliveries, auditState, compareActs } from "./audit";
import type { Answers } from "./client";
import type { Crowd } from "./crowd";
import type { Receiver } from "./receiver";

const MOST_PROBLEMS_SHOWN = 20;

/** Prints the responses to a crowd beside what is stored once everything is delivered, and returns the differences. */
export async function judgeActs(crowd: Crowd, answers: Answers, receiver: Receiver): Promise<string[]> {
  await allDelivered();
  const comparisons = await compareActs(crowd.people);
  const deliveries = await auditDeliveries(receiver);
  table(
    ["acts", "acknowledged", "in the database"],
    comparisons.map(({ kind, acknowledged, stored }) => [kind, String(acknowledged), String(stored)]),
  );
  table(
    ["answers", "count"],
    [...answers.counts].toSorted().map(([kind, count]) => [kind, String(count)]),
  );
  console.log(`  ${deliveries.deliveries} deliveries arrived, ${deliveries.repeated} again with the same id and body`);
  return [
    ...crowd.failures,
    ...answers.bare,
    ...comparisons.flatMap(({ problems }) => problems),
    ...(await auditState()),
    ...deliveries.problems,
  ];
}

/** @throws UserError with the first problems, if there are any */
export function failOnProblems(problems: string[]): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, MOST_PROBLEMS_SHOWN);
  throw new UserError([`${problems.length} problems, among them:`, ...shown].join("\n  "));
}
