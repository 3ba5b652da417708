import { serveUnknownSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveUnknownSession();
