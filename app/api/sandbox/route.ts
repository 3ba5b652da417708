import { sandbox } from "@/lib/api/session/developer";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(sandbox.get, sandbox.make, sandbox.delete);
