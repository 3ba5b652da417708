import { createStore } from "zustand/vanilla";
import { CallError } from "./call-error";

interface ProofRequest {
  /** Called with true once the user has proved their identity, with false if they decline. */
  settle(isProven: boolean): void;
}

const store = createStore<ProofRequest | null>(() => null);

export const proofStore = {
  getState: store.getState,
  getInitialState: store.getInitialState,
  subscribe: store.subscribe,
  /** Opens the dialog. Acts that wait at the same time share it. */
  ask(): Promise<boolean> {
    const waiting = store.getState();
    return new Promise((resolve) => {
      const settle = (isProven: boolean) => {
        store.setState(null, true);
        waiting?.settle(isProven);
        resolve(isProven);
      };
      store.setState({ settle }, true);
    });
  },
};

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
