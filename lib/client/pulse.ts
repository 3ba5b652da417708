import { useEffect } from "react";
import { useStore } from "zustand/react";
import type { Section } from "@/lib/domain/people/presence/rules";
import { createPulseValues, type PulseValues } from "./pulse-values";

/** Of this tab. `PulseConnection` polls for them. */
export const pulse = createPulseValues();

/** Returns the current value of a section, polled while in use; undefined until the first answer. */
export function usePulse<S extends Section>(section: S): PulseValues[S] {
  useEffect(() => pulse.want(section), [section]);
  return useStore(pulse.store, (values) => values[section]);
}
