import { createStore } from "zustand/vanilla";

/** An act that waits until its person has proved who they are. */
export interface ProofRequest {
  /** True once they have; false if they would rather not. */
  settle(isProven: boolean): void;
}

const store = createStore<ProofRequest | null>(() => null);

/** What the dialog on the page shows. */
export const proofStore = {
  getState: store.getState,
  getInitialState: store.getInitialState,
  subscribe: store.subscribe,
  /** Asks on the page, once for all acts that wait at the same time. */
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
