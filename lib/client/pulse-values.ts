import { createStore } from "zustand/vanilla";
import type { Section } from "@/lib/domain/people/presence/rules";
import type { PulseAnswer } from "@/lib/domain/people/presence/schema";

export type PulseValues = Pick<PulseAnswer, Section>;

interface PulseListener {
  /** A section is shown for the first time, or no more. */
  wanted(): void;
  learned(sections: string[]): void;
}

/** Creates the values that parts of a tab show: apart from the poller, which is loaded after the page. */
export function createPulseValues() {
  /** How many parts of this tab show a section. */
  const shown = new Map<Section, number>();
  const store = createStore<PulseValues>(() => ({}));
  let listener: PulseListener | undefined;

  return {
    store,
    /** Registers interest in a section. Returns the function that ends it. */
    want(section: Section) {
      const add = (count: number) => {
        const parts = (shown.get(section) ?? 0) + count;
        if (parts > 0) shown.set(section, parts);
        else shown.delete(section);
        listener?.wanted();
      };
      add(1);
      return () => add(-1);
    },
    /** Applies values that the page learned by itself, for instance by marking notifications as read. */
    learn(values: PulseValues) {
      listener?.learned(Object.keys(values));
      store.setState(values);
    },
    wants: () => [...shown.keys()],
    listen: (poller: PulseListener) => void (listener = poller),
  };
}
