import { webhooks } from "@/lib/api/session/webhooks";
import { onNext } from "@/lib/http/next";
import { serveSession } from "@/lib/http/pipeline/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(
  serveSession(webhooks.get, webhooks.update, webhooks.delete),
);
