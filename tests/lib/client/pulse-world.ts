import { createPulsePoller, type PulseMessage, type PulsePoller } from "@/lib/client/pulse-poller";
import type { Section } from "@/lib/domain/presence/rules";
import type { PulseAnswer } from "@/lib/domain/presence/schema";

/** Tabs of one browser with a clock of their own, which only moves by `pass`, and a server that gives `answer`. */
export function pulseWorld() {
  let time = 0;
  let timers: { at: number; then: () => void }[] = [];
  const world = {
    asked: [] as { at: number; want: Section[] }[],
    posted: [] as PulseMessage[],
    answer: (_want: Section[]): PulseAnswer | Promise<PulseAnswer> => ({ ok: true, notifications: 3 }),

    tab: (post: (message: PulseMessage) => void = (message) => world.posted.push(message)): PulsePoller =>
      createPulsePoller({
        request: async (want) => {
          world.asked.push({ at: time, want });
          return world.answer(want);
        },
        now: () => time,
        wait(ms, then) {
          const timer = { at: time + ms, then };
          timers.push(timer);
          return () => void (timers = timers.filter((other) => other !== timer));
        },
        post,
      }),

    async pass(ms: number) {
      const end = time + ms;
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((other) => other !== next);
        time = next.at;
        next.then();
        await new Promise((resolve) => setImmediate(resolve));
      }
      time = end;
    },
  };
  return world;
}
