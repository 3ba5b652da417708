import { live } from "@/lib/api/session/live";
import { onNext } from "@/lib/http/next";
import { serveSession } from "@/lib/http/pipeline/serve-session";

/** Seconds, for hosts that end requests: the lifetime of a stream. */
export const maxDuration = 300;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(serveSession(live));
