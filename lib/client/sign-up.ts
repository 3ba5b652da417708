import { call } from "./call";
import { CallError } from "./call-error";
import { proveWork } from "./proof-of-work";
import type { InputOf } from "./routes";

type Person = Omit<InputOf<"POST /api/register">, "proof">;

interface Options {
  /** Whether the site may ask for a proof of work. */
  asksProof: boolean;
  /** Is told how much of the work is done, from 0 to 1. */
  onProgress: (done: number) => void;
}

/** A proof that a rejected sign-up did not use serves the next one. */
let unused: string | undefined;

/** Makes an account, with a proof of work where the site asks for one. @throws CallError */
export async function signUp(person: Person, { asksProof, onProgress }: Options) {
  if (asksProof) unused ??= await proveWork(onProgress);
  try {
    return await call("POST /api/register", { ...person, proof: unused });
  } catch (error) {
    if (!(error instanceof CallError && "proof" in error.fields)) throw error;
    // Asked for since the page was loaded, or more of it, or the proof is too old.
    unused = await proveWork(onProgress);
    return call("POST /api/register", { ...person, proof: unused });
  }
}
