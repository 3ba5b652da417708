import { recordSighting, type Sighting } from "@/lib/domain/deployment/incidents/commands";
import type { Part } from "@/lib/domain/deployment/incidents/rules";
import { env } from "@/lib/infra/environment/env";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { onShutdown } from "@/lib/infra/process/shutdown";
import { supervisor } from "@/lib/infra/process/supervisor";
import { platformContext } from "@/lib/queue/platform";
import { repeat } from "@/lib/queue/repeat";
import { healthOfParts, type Verdicts } from "./checks";
import { statusOfParts } from "./status";

/** What only one round sees, such as a process that is replaced, is no incident. */
const ROUND_MS = 20_000;

const report = onceAMinute((error, suppressed) => log.warn("incident not recorded", { error, suppressed }));

/**
 * Records when parts of the deployment are in trouble. Keeps what it saw until it is stored, because the database may
 * be the part.
 */
export class IncidentRecorder {
  private readonly unstored = new Map<Part, Sighting>();

  constructor(private readonly examine: () => Promise<Verdicts> = healthOfParts) {}

  async run(): Promise<void> {
    const ctx = platformContext();
    const { now } = ctx;
    const parts = statusOfParts(await this.examine());
    for (const { part, status } of parts) if (status === "degraded" || status === "down") this.see(part, status, now);
    const isWell = (part: Part) => parts.some((one) => one.part === part && one.status === "ok");
    for (const sighting of this.unstored.values()) {
      const { part, startedAt, seenAt } = sighting;
      try {
        if (seenAt > startedAt) await recordSighting(ctx, sighting);
        if (isWell(part)) this.unstored.delete(part);
      } catch (error) {
        report(error);
      }
    }
  }

  private see(part: Part, severity: Sighting["severity"], now: Date): void {
    const before = this.unstored.get(part);
    const wasDown = before?.severity === "down";
    this.unstored.set(part, {
      part,
      startedAt: before?.startedAt ?? now,
      seenAt: now,
      severity: wasDown ? "down" : severity,
    });
  }
}

/** Starts recording incidents in the process that runs the jobs of a machine. */
export function startRecordingIncidents(): void {
  // A process that is suspended between requests would report its own pauses.
  if (env().vercel) return;
  const start = () => {
    const recorder = new IncidentRecorder();
    onShutdown(repeat(() => recorder.run().catch(report), { everyMs: ROUND_MS }));
  };
  const processes = supervisor();
  if (processes) void processes.jobsAssigned.then(start);
  else start();
}
