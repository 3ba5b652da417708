import { UserError } from "@/scripts/tools/terminal";
import { table } from "../bench/table";
import { recordEncryptionKey } from "../encryption-key";
import { fill } from "../fill/fill";
import { rehearse } from "../rehearsal";
import { SIEGE } from "../scale";
import type { Attack } from "../siege/attack";
import { ATTACKS } from "../siege/attacks";
import { AttackedServer, HOST, runAttacker } from "../siege/attacked-server";
import type { Member } from "../siege/member";
import type { Experience } from "../siege/target";
import { liveOn, newVictims, type Service, VICTIMS } from "../siege/victim";
import { Watch } from "../siege/watch";

const SECONDS = 8;
const WARM_UP_MS = 5000;
/** The slowest permitted p99 of others during any attack, on two cores. */
const P99_MS = 500;
/** The maximum memory of each server process, including its children. */
const MEMORY_MB = 1536;

interface Result {
  attack: Attack;
  service: Service;
  experience: Experience;
  peakMb: number;
  problems: string[];
}

/**
 * While a stranger, an account or an upload attacks, under the default limits, other people read the feed, place bets
 * and open the front page. No attack slows them down noticeably, causes a 500 or ends a server process.
 * `SIEGE=name,name` runs only those attacks.
 */
export async function prove(): Promise<void> {
  const attacks = chosen(process.env.SIEGE);
  await rehearse(async (variables) => {
    await fill(variables.DATABASE_URL, SIEGE);
    await recordEncryptionKey(variables.DATABASE_URL, variables.NEXTAUTH_SECRET);
    const server = new AttackedServer(variables);
    await server.start();
    const victims = await newVictims();
    await warmUp(server, victims);
    const results: Result[] = [];
    try {
      for (const attack of attacks) {
        const result = await runAttack(server, victims, attack);
        results.push(result);
        console.log(`  ${attack.name.padEnd(24)}${result.problems.join("; ") || "withstood"}`);
        if (result.problems.length === 0) continue;
        // A new server, so that each attack is judged only by its own effects.
        await server.stop();
        await server.start();
        await warmUp(server, victims);
      }
    } finally {
      await server.stop();
    }
    report(results);
  });
}

/** Warms up a new server, which compiles code on first use, so that no attack is blamed for that. */
async function warmUp({ port }: AttackedServer, victims: Member[]): Promise<void> {
  await liveOn(victims, { host: HOST, port }, AbortSignal.timeout(WARM_UP_MS));
}

function chosen(names: string | undefined): readonly Attack[] {
  if (!names) return ATTACKS;
  return names.split(",").map((name) => {
    const attack = ATTACKS.find((known) => known.name === name);
    if (!attack) throw new UserError(`There is no attack ${name}: ${ATTACKS.map(({ name }) => name).join(", ")}.`);
    return attack;
  });
}

async function runAttack(server: AttackedServer, victims: Member[], attack: Attack): Promise<Result> {
  const where = { host: HOST, port: server.port };
  const watch = new Watch(server.pids);
  const over = new AbortController();
  let living: Promise<Service> | undefined;
  const experience = await runAttacker(
    { ...where, name: attack.name, seconds: SECONDS },
    () => (living = liveOn(victims, where, over.signal)),
  );
  over.abort();
  const service = await living!;
  const recovered = await server.settles();
  const crashed = server.hasCrashed();
  const peakMb = watch.stop();
  return {
    attack,
    service,
    experience,
    peakMb,
    problems: problemsOf({ service, experience, peakMb, crashed, recovered }),
  };
}

function problemsOf({
  service,
  experience,
  peakMb,
  crashed,
  recovered,
}: Omit<Result, "attack" | "problems"> & { crashed: boolean; recovered: boolean }): string[] {
  return [
    ...(crashed ? ["a server process ended"] : []),
    ...(crashed || recovered ? [] : ["it did not come to rest afterwards"]),
    ...(service.p99 > P99_MS ? [`others wait: p99 ${service.p99.toFixed(0)} ms`] : []),
    ...[...service.failures].map(([failure, count]) => `others got ${count} × ${failure}`),
    ...(experience.outcomes["500"] ? [`${experience.outcomes["500"]} × 500 to the attacker`] : []),
    ...(peakMb > MEMORY_MB ? [`${peakMb.toFixed(0)} MB`] : []),
    ...experience.problems,
  ];
}

function report(results: Result[]): void {
  const samples = results.reduce((sum, { service }) => sum + service.samples, 0) / results.length;
  console.log(
    `\n  ${VICTIMS} others beside each attack for ${SECONDS} s: ${samples.toFixed(0)} requests of theirs, each on a connection of its own`,
  );
  table(
    ["attack", "others p50 ms", "p99 ms", "max ms", "peak MB", "the attacker got", "verdict"],
    results.map(({ attack, service, experience, peakMb, problems }) => [
      attack.name,
      ...[service.p50, service.p99, service.max, peakMb].map((number) => number.toFixed(0)),
      Object.entries(experience.outcomes)
        .map(([outcome, count]) => `${count} × ${outcome}`)
        .join(", "),
      problems.length > 0 ? "broke through" : "withstood",
    ]),
  );
  const broken = results.filter(({ problems }) => problems.length > 0);
  if (broken.length > 0)
    throw new UserError(
      [
        `${broken.length} of ${results.length} attacks broke through:`,
        ...broken.map(
          ({ attack: { name, description }, problems }) => `${name} (${description}): ${problems.join("; ")}`,
        ),
      ].join("\n  "),
    );
}
