import { onNext } from "@/lib/http/next";
import { serveMcp } from "@/lib/mcp/serve-mcp";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(serveMcp());
