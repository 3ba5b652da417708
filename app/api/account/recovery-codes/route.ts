import { factors } from "@/lib/api/session/factors";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(factors.renewRecoveryCodes);
