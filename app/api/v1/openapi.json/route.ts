import { meta } from "@/lib/api/v1/meta";
import { mountApi } from "@/lib/http/next-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountApi(meta.openapi);
