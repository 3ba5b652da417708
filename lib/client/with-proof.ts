import { CallError } from "./call-error";

/** Has the person prove who they are. False if they would rather not. */
export type Prove = () => Promise<boolean>;

/** Sends a call, and sends it again once the person has proved who they are if it asks for that. */
export async function withProof<T>(send: () => Promise<T>, prove: Prove): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof CallError && error.kind === "proof-required")) throw error;
    if (!(await prove())) throw error;
    return send();
  }
}
