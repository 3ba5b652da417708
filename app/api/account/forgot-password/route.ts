import { recovery } from "@/lib/api/session/recovery";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(recovery.forgotPassword);
