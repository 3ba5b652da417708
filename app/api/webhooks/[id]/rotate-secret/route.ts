import { webhooks } from "@/lib/api/session/webhooks";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(webhooks.rotateSecret);
