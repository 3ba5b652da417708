import { beforeAll, vi } from "vitest";
import { env } from "@/lib/infra/environment/env";
import { usePool } from "./process-pools";

interface Pipeline {
  renderToHtml(job: object): unknown;
}

/** Connections and child processes, which the next file may reuse. */
const KEPT = /^pegboard\.(database$|pool\.)/;

const shared = globalThis as typeof globalThis & { testSettings?: ReturnType<typeof env> };

// One process runs many test files. Each starts without the state that the product kept on `globalThis` for the last
// one, with real timers, and with the original settings, which tests change in place.
vi.useRealTimers();
for (const key of Object.getOwnPropertySymbols(globalThis)) {
  const name = Symbol.keyFor(key) ?? "";
  if (name.startsWith("pegboard.") && !KEPT.test(name)) Reflect.deleteProperty(globalThis, key);
}

// Renders Markdown in this process: a child process takes far longer to load the renderer than to render a document.
usePool("markdown", {
  async run(job: object) {
    // @ts-expect-error -- a part of a program that nothing compiles
    const { renderToHtml } = (await import("@/lib/domain/writing/markdown/pipeline.mjs")) as Pipeline;
    return renderToHtml(job);
  },
});

beforeAll(() => {
  shared.testSettings ??= structuredClone(env());
  Object.assign(env(), structuredClone(shared.testSettings));
});
