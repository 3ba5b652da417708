import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import { keepStored, readStored } from "@/lib/client/local-storage";

const KEY = "pegboard:sound";

/** Off by default, and remembered in this browser. The server renders it as off. */
const store = createStore(() => ({ on: false }));
store.setState({ on: readStored(KEY) === "on" });

export const useSoundChoice = () => useStore(store, ({ on }) => on);

export function chooseSound(on: boolean) {
  keepStored(KEY, on ? "on" : "off");
  store.setState({ on });
}
