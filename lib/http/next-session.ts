import { onNext } from "./next";
import type { SessionOperation } from "./operation";
import { serveSession } from "@/lib/http/pipeline/serve-session";

export const mountSession = (...operations: SessionOperation[]) => onNext(serveSession(...operations));
