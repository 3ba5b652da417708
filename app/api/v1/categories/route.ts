import { builds } from "@/lib/api/v1/builds";
import { mountApi } from "@/lib/http/next-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountApi(builds.listCategories);
