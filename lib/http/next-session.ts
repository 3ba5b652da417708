import { onNext } from "./next";
import type { SessionOperation } from "./operation";
import { serveSession } from "@/lib/http/pipeline/serve-session";

/** Mounts a path of session routes on Next's router: what its route file exports. */
export const mountSession = (...operations: SessionOperation[]) => onNext(serveSession(...operations));
