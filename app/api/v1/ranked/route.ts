import { ranked } from "@/lib/api/v1/ranked";
import { mountApi } from "@/lib/http/next-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountApi(ranked.overview);
