import { profile } from "@/lib/api/session/profile";
import { onNext } from "@/lib/http/next";
import { serveSession } from "@/lib/http/pipeline/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(serveSession(profile.get));
