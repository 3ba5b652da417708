import { requests } from "@/lib/api/v1/requests";
import { mountApi } from "@/lib/http/next-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountApi(requests.get);
