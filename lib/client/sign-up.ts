import type { Challenge } from "@/lib/domain/accounts/sign-ups/schema";
import { call } from "./call";
import { CallError } from "./call-error";
import type { InputOf } from "./routes";
import type { Searched } from "./proof-of-work-worker";

type Person = Omit<InputOf<"POST /api/register">, "proof">;

interface Options {
  /** Whether the site may ask for a proof of work. */
  asksProof: boolean;
  /** Receives the progress of the work, from 0 to 1. */
  onProgress: (done: number) => void;
}

/** The proof of a rejected sign-up, which the next one can use. */
let unused: string | undefined;

/** Creates an account, with a proof of work if the site requires one. @throws CallError */
export async function signUp(person: Person, { asksProof, onProgress }: Options) {
  if (asksProof) unused ??= await proveWork(onProgress);
  try {
    return await call("POST /api/register", { ...person, proof: unused });
  } catch (error) {
    if (!(error instanceof CallError && "proof" in error.fields)) throw error;
    // Since the page was loaded, the site has begun to require a proof, or more work, or the proof has expired.
    unused = await proveWork(onProgress);
    return call("POST /api/register", { ...person, proof: unused });
  }
}

/**
 * Solves a sign-up challenge in a worker, and returns the proof; undefined if none is required.
 * @param onProgress receives the progress of the longest possible search, from 0 to 1
 * @throws CallError if the challenge cannot be loaded
 */
async function proveWork(onProgress: (done: number) => void): Promise<string | undefined> {
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
