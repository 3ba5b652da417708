import { createStore } from "zustand/vanilla";

/** An act that waits for a proof of identity. */
export interface ProofRequest {
  /** Called with true once the user has proved their identity, with false if they decline. */
  settle(isProven: boolean): void;
}

const store = createStore<ProofRequest | null>(() => null);

/** The request that the page's dialog shows. */
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
