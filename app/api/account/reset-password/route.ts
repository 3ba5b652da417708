import { recovery } from "@/lib/api/session/email";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(recovery.resetPassword);
