import fs from "node:fs";
import path from "node:path";
import type { Browser } from "@playwright/test";
import { dataDirectory } from "@/scripts/tools/state-directory";
import { UserError } from "@/scripts/tools/terminal";
import { table } from "@/tests/load/bench/table";
import { type Step, tell } from "./acts";
import { Coverage } from "./coverage";
import { PLANTED } from "./planted";
import { ROUTE_NAMES } from "./routes";
import { nameRows, type RowNames } from "./row-names";
import { shorten } from "./shorten";
import { openStage, type Stage } from "./stage";
import { type Finding, isLike, nameOfFinding, type Plan, walk } from "./walk";
import { type Role, ROLES } from "./world";

const MINUTES = Number(process.env.EXPLORER_MINUTES ?? 60);
const STEPS = 150;
/** Within which a planted fault has to be found. */
const WALKS_FOR_PLANTED = 8;

/** `member:7`, `member`, `planted`, `planted:twice` for those with this in their names, or nothing for all roles. */
const WANTED = process.env.EXPLORER ?? "";

/** Wanders until the time is over, and reports what was reached and found. @throws UserError if anything was found */
export async function explore(browser: Browser): Promise<void> {
  const stage = await openStage();
  try {
    if (/^planted\b/.test(WANTED)) await findPlanted(browser, stage);
    else await findFaults(browser, stage);
  } finally {
    await stage.close();
  }
}

async function findFaults(browser: Browser, stage: Stage): Promise<void> {
  const coverage = new Coverage();
  const findings = new Map<string, Finding>();
  const names = await inScene(stage, (scene) =>
    nameRows(scene, [...new Set(Object.values(stage.world.addresses).flat())]),
  );
  const [role, seed] = WANTED.split(":") as [Role, string?];
  const kept = seed === undefined ? [] : readFindings(role, Number(seed), names);
  const plans =
    kept.length > 0
      ? kept.map((finding) => ({ role, seed: finding.seed, steps: finding.steps, until: finding }))
      : plansOf(role, seed);
  for (const plan of plans) {
    const started = performance.now();
    const found = await wander(browser, stage, coverage, plan);
    const { routes, pressed, buttons } = coverage.report();
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    const reached = `routes ${routes} of ${ROUTE_NAMES.length}, buttons ${pressed} of ${buttons}`;
    console.log(
      `${plan.role}:${plan.seed}`.padEnd(14),
      `${seconds} s`.padStart(6),
      ` ${reached}, found ${found.length}`,
    );
    const isNew = (finding: Finding) => !findings.has(nameOfFinding(finding));
    for (const finding of found.filter(isNew)) {
      findings.set(nameOfFinding(finding), finding);
      await repeat(browser, stage, finding, names);
    }
  }
  if (seed === undefined) printCoverage(coverage);
  if (findings.size > 0) throw new UserError(`Found:\n  ${[...findings.keys()].join("\n  ")}`);
}

function* plansOf(role: Role | "", seed?: string): Generator<Plan> {
  if (role && seed !== undefined) {
    yield { role, seed: Number(seed), steps: STEPS };
    return;
  }
  const end = performance.now() + MINUTES * 60_000;
  for (let number = 1; performance.now() < end; number += 1)
    for (const each of ["member", "admin", "editor", "moderator", "visitor"] as const satisfies readonly Role[])
      if (performance.now() < end && (!role || role === each)) yield { role: each, seed: number, steps: STEPS };
}

async function inScene<T>(stage: Stage, work: (scene: Awaited<ReturnType<Stage["openScene"]>>) => Promise<T>) {
  const scene = await stage.openScene();
  try {
    return await work(scene);
  } finally {
    await scene.close();
  }
}

function wander(browser: Browser, stage: Stage, coverage: Coverage, plan: Plan): Promise<Finding[]> {
  return inScene(stage, (scene) => walk(browser, scene, stage.world, coverage, plan));
}

/** Repeats a finding with fewer and fewer steps, prints its story, and keeps it for `EXPLORER=member:7`. */
async function repeat(browser: Browser, stage: Stage, finding: Finding, names: RowNames): Promise<void> {
  const { role, seed } = finding;
  const isFound = async (steps: Step[]) => {
    const found = await wander(browser, stage, new Coverage(), { role, seed, steps, until: finding });
    return found.some((other) => isLike(other, finding));
  };
  const shortened = await shorten(finding, isFound);
  console.log(storyOf(shortened ?? finding, shortened !== undefined));
  keepFinding(shortened ?? finding, names);
}

function storyOf({ property, detail, route, role, seed, steps }: Finding, isRepeated: boolean): string {
  const told = steps.slice(-30).map((step, index) => `  ${index + 1}. the ${role} ${tell(step)}`);
  return [
    `\n✗ ${property}, on ${route}: ${detail}`,
    ...(isRepeated ? [] : ["  It did not happen again when it was repeated. The last steps were:"]),
    ...told,
    `  To repeat it: EXPLORER=${role}:${seed} npm run proof -- --only explorer\n`,
  ].join("\n");
}

const fileOf = (role: Role, seed: number) => path.join(dataDirectory(), "explorer", `${role}-${seed}.json`);

const renamed = (finding: Finding, rename: (path: string) => string): Finding => ({
  ...finding,
  steps: finding.steps.map((step) =>
    step.act.kind === "open" ? { ...step, act: { ...step.act, path: rename(step.act.path) } } : step,
  ),
});

function readFindings(role: Role, seed: number, names: RowNames): Finding[] {
  const file = fileOf(role, seed);
  if (!fs.existsSync(file)) return [];
  const findings = JSON.parse(fs.readFileSync(file, "utf8")) as Finding[];
  return findings.map((finding) => renamed(finding, names.resolved));
}

function keepFinding(finding: Finding, names: RowNames): void {
  const file = fileOf(finding.role, finding.seed);
  const others = readFindings(finding.role, finding.seed, { ...names, resolved: (same) => same }).filter(
    (other) => nameOfFinding(other) !== nameOfFinding(finding),
  );
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify([...others, renamed(finding, names.named)], null, 2));
}

function printCoverage(coverage: Coverage): void {
  const { routes, missedRoutes, buttons, pressed, missedButtons, states } = coverage.report();
  console.log(`\nRoutes: ${routes} of ${ROUTE_NAMES.length}. Never reached: ${missedRoutes.join(", ") || "none"}`);
  console.log(`Buttons: ${pressed} of ${buttons}. Never pressed:\n  ${missedButtons.join("\n  ") || "none"}`);
  console.log(`States: ${ROLES.map((role) => `${role} ${states[role] ?? 0}`).join(", ")}`);
}

/** Looks for each planted fault, without having seen the product. @throws UserError unless all are found */
async function findPlanted(browser: Browser, stage: Stage): Promise<void> {
  const rows: string[][] = [];
  const [, part = ""] = WANTED.split(":");
  for (const { name, property, role, plant } of PLANTED.filter(({ name }) => name.includes(part))) {
    const coverage = new Coverage();
    let finding: Finding | undefined;
    for (let seed = 1; seed <= WALKS_FOR_PLANTED && !finding; seed += 1) {
      const found = await wander(browser, stage, coverage, { role, seed, steps: STEPS, plant, until: { property } });
      finding = found.find((one) => one.property === property);
    }
    const where = finding
      ? [finding.route, `${role}:${finding.seed}`, String(finding.steps.length)]
      : ["not found", "", ""];
    rows.push([name, property, ...where]);
    console.log(rows.at(-1)!.join("  "));
  }
  table(["planted", "property", "on", "seed", "steps"], rows);
  const missed = rows.filter(([, , where]) => where === "not found").map(([name]) => name);
  if (missed.length > 0) throw new UserError(`Not found: ${missed.join(", ")}`);
}
