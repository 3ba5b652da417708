import { ranked } from "@/lib/api/session/ranked";
import { onNext } from "@/lib/http/next";
import { serveSession } from "@/lib/http/pipeline/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(serveSession(ranked.get, ranked.answer));
