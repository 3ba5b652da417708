import { pulse } from "@/lib/api/session/presence";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(pulse);
