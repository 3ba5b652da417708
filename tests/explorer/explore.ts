import type { Browser } from "@playwright/test";
import { UserError } from "@/scripts/tools/terminal";
import { tell } from "./acts";
import { Coverage } from "./coverage";
import { ROUTE_NAMES } from "./routes";
import { openStage, type Stage } from "./stage";
import { type Finding, nameOfFinding, type Plan, walk } from "./walk";
import { type Role, ROLES } from "./world";

const MINUTES = Number(process.env.EXPLORER_MINUTES ?? 60);
const STEPS = 150;

/** Wanders until the time is over, and reports what was reached and found. @throws UserError if anything was found */
export async function explore(browser: Browser): Promise<void> {
  const stage = await openStage();
  const wanted = process.env.EXPLORER ?? "";
  try {
    const coverage = new Coverage();
    const findings = new Map<string, Finding>();
    for (const plan of plansOf(wanted)) {
      const { role, seed } = plan;
      const started = performance.now();
      const found = await inScene(browser, stage, coverage, plan);
      const { routes, pressed, buttons } = coverage.report();
      console.log(
        `${role}:${seed}  ${((performance.now() - started) / 1000).toFixed(0)} s  routes ${routes} of ${ROUTE_NAMES.length}, buttons ${pressed} of ${buttons}, found ${found.length}`,
      );
      for (const finding of found) {
        const name = nameOfFinding(finding);
        if (findings.has(name)) continue;
        findings.set(name, finding);
        console.log(story(finding));
      }
    }
    printCoverage(coverage);
    if (findings.size > 0) throw new UserError(`Found:\n  ${[...findings.keys()].join("\n  ")}`);
  } finally {
    await stage.close();
  }
}

function* plansOf(wanted: string): Generator<Plan> {
  const [role, seed] = wanted.split(":");
  if (role && seed) {
    yield { role: role as Role, seed: Number(seed), steps: STEPS, goesOn: true };
    return;
  }
  const end = performance.now() + MINUTES * 60_000;
  for (let number = 1; performance.now() < end; number += 1)
    for (const each of ["member", "admin", "moderator", "visitor"] as const satisfies readonly Role[])
      if (performance.now() < end && (!role || role === each))
        yield { role: each, seed: number, steps: STEPS, goesOn: true };
}

async function inScene(browser: Browser, stage: Stage, coverage: Coverage, plan: Plan): Promise<Finding[]> {
  const scene = await stage.openScene();
  try {
    return await walk(browser, scene, stage.world, coverage, plan);
  } finally {
    await scene.close();
  }
}

function story({ property, detail, route, role, seed, steps }: Finding): string {
  return [
    "",
    `✗ ${property}, on ${route}: ${detail}`,
    ...steps.slice(-25).map((step, index) => `  ${index + 1}. the ${role} ${tell(step)}`),
    `  EXPLORER=${role}:${seed} npm run proof -- --only explorer`,
    "",
  ].join("\n");
}

function printCoverage(coverage: Coverage): void {
  const { routes, missedRoutes, buttons, pressed, missedButtons, states } = coverage.report();
  console.log(`\nRoutes: ${routes} of ${ROUTE_NAMES.length}. Never reached: ${missedRoutes.join(", ") || "none"}`);
  console.log(`Buttons: ${pressed} of ${buttons}. Never pressed:\n  ${missedButtons.join("\n  ")}`);
  console.log(`States: ${ROLES.map((role) => `${role} ${states[role] ?? 0}`).join(", ")}`);
}
