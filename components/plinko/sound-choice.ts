import { useSyncExternalStore } from "react";

const REMEMBERED = "pegboard:sound";
const listeners = new Set<() => void>();

/** Off until switched on, and remembered in this browser for the next visit. */
export function useSoundChoice(): boolean {
  return useSyncExternalStore(subscribe, isOn, () => false);
}

export function chooseSound(on: boolean) {
  localStorage.setItem(REMEMBERED, on ? "on" : "off");
  for (const listener of listeners) listener();
}

function isOn(): boolean {
  return localStorage.getItem(REMEMBERED) === "on";
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
