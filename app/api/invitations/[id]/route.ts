import { invitations } from "@/lib/api/session/invitations";
import { onNext } from "@/lib/http/next";
import { serveSession } from "@/lib/http/pipeline/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(serveSession(invitations.revoke));
