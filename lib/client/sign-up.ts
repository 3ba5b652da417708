import { call } from "./call";
import { CallError } from "./call-error";
import { proveWork } from "./proof-of-work";
import type { InputOf } from "./routes";

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
