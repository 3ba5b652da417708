import { auditCoins } from "@/lib/domain/coins/audit";
import type { VisitorContext } from "@/lib/domain/context";
import { auditRatings } from "@/lib/domain/duels/audit";
import { findViolations, type Invariant, MAX_VIOLATIONS } from "@/lib/domain/invariant";
import { auditMedia } from "@/lib/domain/media/audit";
import { figure } from "@/scripts/tools/progress";
import { INVARIANTS } from "./invariants";
import { structureInvariants } from "./structure";

/** A part of the check: what it examined, what holds if nothing differs, and what differs. */
export interface Section {
  scope: string;
  verdict: string;
  problems: string[];
}

type Check = (ctx: VisitorContext) => Promise<Section>;

const coins: Check = async (ctx) => {
  const { balances, entries, drops, findings } = await auditCoins(ctx);
  return {
    scope: `${figure(balances)} balances, ${figure(entries)} entries, ${figure(drops)} drops`,
    verdict: "every coin is accounted for",
    problems: findings.map(({ userId, problem }) => `${userId}: ${problem}`),
  };
};

const ratings: Check = async (ctx) => {
  const { duels, players, findings } = await auditRatings(ctx);
  return {
    scope: `${figure(duels)} duels, ${figure(players)} rated players`,
    verdict: "every rating follows from its history",
    problems: findings.map(({ subject, problem }) => `${subject}: ${problem}`),
  };
};

const rows: Check = async (ctx) => ({
  scope: `${INVARIANTS.length} rules of posts, people, builds, rooms, events, deliveries and requests`,
  verdict: "every count, number and search vector is right",
  problems: await problemsOf(ctx, INVARIANTS),
});

const structure: Check = async (ctx) => {
  const invariants = await structureInvariants(ctx);
  return {
    scope: `${figure(invariants.length)} keys and references`,
    verdict: "every id is unique, and every reference leads to a row",
    problems: await problemsOf(ctx, invariants),
  };
};

const media: Check = async (ctx) => {
  const { images, violations } = await auditMedia(ctx);
  return {
    scope: `${figure(images)} images`,
    verdict: "every image has its file",
    problems: violations.map(({ subject, problem }) => `${subject}: ${problem}`),
  };
};

export const LEDGER_CHECKS = { coins, ratings };
export const ALL_CHECKS = { ...LEDGER_CHECKS, rows, structure, media };

async function problemsOf(ctx: VisitorContext, invariants: readonly Invariant[]): Promise<string[]> {
  const problems: string[] = [];
  for (const invariant of invariants) {
    const violations = await findViolations(ctx, invariant);
    problems.push(...violations.map(({ subject, problem }) => `${invariant.claim}: ${subject} ${problem}`));
    if (violations.length === MAX_VIOLATIONS) problems.push(`${invariant.claim}: there may be more`);
  }
  return problems;
}
