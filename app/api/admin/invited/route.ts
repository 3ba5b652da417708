import { invitations } from "@/lib/api/session/invitations";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(invitations.invited);
