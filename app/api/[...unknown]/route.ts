import { onNext } from "@/lib/http/next";
import { serveUnknownSession } from "@/lib/http/pipeline/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(serveUnknownSession());
