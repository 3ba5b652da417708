import type { Challenge } from "@/lib/domain/sign-ups/schema";
import { call } from "./call";
import type { Searched } from "./proof-of-work-worker";

/**
 * Solves a sign-up challenge in a worker, and returns the proof; undefined if none is required.
 * @param onProgress receives the progress of the longest possible search, from 0 to 1
 * @throws CallError if the challenge cannot be loaded
 */
export async function proveWork(onProgress: (done: number) => void): Promise<string | undefined> {
  const { challenge } = await call("GET /api/register/challenge");
  if (challenge === null) return undefined;
  const worker = new Worker(new URL("./proof-of-work-worker.ts", import.meta.url), { type: "module" });
  try {
    const solution = await searchIn(worker, challenge, onProgress);
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    worker.terminate();
  }
}

function searchIn(worker: Worker, challenge: Challenge, onProgress: (done: number) => void): Promise<object> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Searched>) => {
      if ("tried" in data) onProgress(Math.min(data.tried / challenge.parameters.data.work, 1));
      else if (data.solution) resolve(data.solution);
      else reject(new Error("The challenge has no solution"));
    };
    worker.onerror = () => reject(new Error("The worker did not start"));
    worker.postMessage(challenge);
  });
}
