import { serverMetadata, serveMetadata } from "@/lib/api/oauth/metadata";
import { onNext } from "@/lib/http/next";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(serveMetadata(serverMetadata));
