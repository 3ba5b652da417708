import { builds } from "@/lib/api/session/builds";
import { onNext } from "@/lib/http/next";
import { serveSession } from "@/lib/http/pipeline/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(
  serveSession(builds.listComments, builds.comment),
);
