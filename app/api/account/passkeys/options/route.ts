import { passkeys } from "@/lib/api/session/factors";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(passkeys.options);
