import { UserError } from "@/scripts/tools/terminal";
import { table } from "../bench/table";
import { recordEncryptionKey } from "../encryption-key";
import { fill } from "../fill/fill";
import { rehearse } from "../rehearsal";
import { SIEGE } from "../scale";
import type { Attack } from "../siege/attack";
import { ATTACKS } from "../siege/attacks";
import { Besieged, HOST, sendAssailant } from "../siege/besieged";
import type { Member } from "../siege/member";
import type { Experience } from "../siege/target";
import { liveOn, newVictims, type Service, VICTIMS } from "../siege/victim";
import { Watch } from "../siege/watch";

const SECONDS = 8;
const WARM_UP_MS = 5000;
/** What the others may notice of any attack, on two cores. */
const P99_MS = 500;
/** Of each of the server's processes and all that it starts. */
const MEMORY_MB = 1536;

interface Result {
  attack: Attack;
  service: Service;
  experience: Experience;
  peakMb: number;
  problems: string[];
}

/**
 * While one stranger, one account or one upload attacks, with the limits that everybody has, others read the feed,
 * place bets and look at the front page. They hardly notice, whatever the attack; nothing is answered 500, and no
 * server process ends. `SIEGE=name,name` tries some attacks alone.
 */
export async function prove(): Promise<void> {
  const attacks = chosen(process.env.SIEGE);
  await rehearse(async (variables) => {
    await fill(variables.DATABASE_URL, SIEGE);
    await recordEncryptionKey(variables.DATABASE_URL, variables.NEXTAUTH_SECRET);
    const besieged = new Besieged(variables);
    await besieged.start();
    const victims = await newVictims();
    await warmUp(besieged, victims);
    const results: Result[] = [];
    try {
      for (const attack of attacks) {
        const result = await withstand(besieged, victims, attack);
        results.push(result);
        console.log(`  ${attack.name.padEnd(22)}${result.problems.join("; ") || "withstood"}`);
        if (result.problems.length === 0) continue;
        // The next attack is judged by what it does itself.
        await besieged.stop();
        await besieged.start();
        await warmUp(besieged, victims);
      }
    } finally {
      await besieged.stop();
    }
    report(results);
  });
}

/** A server that was just started compiles what it does for the first time: that is no attack's doing. */
async function warmUp({ port }: Besieged, victims: Member[]): Promise<void> {
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

async function withstand(besieged: Besieged, victims: Member[], attack: Attack): Promise<Result> {
  const where = { host: HOST, port: besieged.port };
  const watch = new Watch(besieged.pids);
  const over = new AbortController();
  let living: Promise<Service> | undefined;
  const experience = await sendAssailant(
    { ...where, name: attack.name, seconds: SECONDS },
    () => (living = liveOn(victims, where, over.signal)),
  );
  over.abort();
  const service = await living!;
  const recovered = await besieged.calmsDown();
  const fell = besieged.hasFallen();
  const peakMb = watch.stop();
  return {
    attack,
    service,
    experience,
    peakMb,
    problems: problemsOf({ service, experience, peakMb, fell, recovered }),
  };
}

function problemsOf({
  service,
  experience,
  peakMb,
  fell,
  recovered,
}: Omit<Result, "attack" | "problems"> & { fell: boolean; recovered: boolean }): string[] {
  return [
    ...(fell ? ["a server process ended"] : []),
    ...(fell || recovered ? [] : ["it did not come to rest afterwards"]),
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
