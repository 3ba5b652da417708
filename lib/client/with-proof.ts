import { CallError } from "./call-error";

/** Asks the user to prove their identity. Resolves to false if they decline. */
export type Prove = () => Promise<boolean>;

/** Sends a call. If it requires a proof of identity, repeats it once the user has given one. */
export async function withProof<T>(send: () => Promise<T>, prove: Prove): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof CallError && error.kind === "proof-required")) throw error;
    if (!(await prove())) throw error;
    return send();
  }
}
