import { email } from "@/lib/api/session/email";
import { onNext } from "@/lib/http/next";
import { serveSession } from "@/lib/http/pipeline/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(
  serveSession(email.get, email.change, email.cancelChange),
);
