import { serveInteractions } from "@/lib/api/discord/interactions";
import { onNext } from "@/lib/http/next";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(serveInteractions());
