import { live } from "@/lib/api/session/live";
import { mountSession } from "@/lib/http/next-session";

/** Seconds, for hosts that end requests: the lifetime of a stream. */
export const maxDuration = 300;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(live);
