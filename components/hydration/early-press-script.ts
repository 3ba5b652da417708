/**
 * Runs in <head> and records the buttons and forms that are pressed before React listens; `ReplayEarlyPresses` replays
 * them. Records each once, however often it is pressed, because people press again when nothing happens. Links, and
 * forms with a URL of their own, work without it.
 */
export const EARLY_PRESS_SCRIPT =
  "(function(){" +
  "var held=new Map,d=document;" +
  "function hold(e,element,submitter){e.preventDefault();e.stopImmediatePropagation();held.set(element,submitter)}" +
  "function click(e){var b=e.target.closest&&e.target.closest('button');if(b&&b.type==='button')hold(e,b,null)}" +
  "function submit(e){if(!e.target.hasAttribute('action'))hold(e,e.target,e.submitter)}" +
  "d.addEventListener('click',click,true);d.addEventListener('submit',submit,true);" +
  "window.takeEarlyPresses=function(){" +
  "d.removeEventListener('click',click,true);d.removeEventListener('submit',submit,true);" +
  "delete window.takeEarlyPresses;return held}" +
  "})()";

/** The pressed buttons, and the submitted forms with their submitters. */
export type EarlyPresses = ReadonlyMap<HTMLElement, HTMLElement | null>;

declare global {
  interface Window {
    /** Stops recording and returns what was pressed. Removes itself. */
    takeEarlyPresses?: () => EarlyPresses;
  }
}
