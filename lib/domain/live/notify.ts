import { processWide } from "@/lib/infra/process/process-wide";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import type { OutgoingEvent, Topic } from "./topics";

/** A notification to the streams of this process, and of others. */
export interface LiveNotification {
  /** Topics with new events. Only a hint: polling finds what a lost notification missed. */
  topics?: Topic[];
  /** An event that is not stored. */
  signal?: OutgoingEvent;
}

type Notify = (notification: LiveNotification) => void;

const streams = processWide("live-notify", (): { notify?: Notify } => ({}));

/** Sets how notifications reach the streams. Called once, at startup. */
export function setLiveNotify(notify: Notify | undefined): void {
  streams().notify = notify;
}

export function notifyLive(notification: LiveNotification): void {
  // Streams need a session, which nobody has in a sandbox.
  if (!currentSandbox()) streams().notify?.(notification);
}
