import { me } from "@/lib/api/v1/me";
import { mountApi } from "@/lib/http/next-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountApi(me.listBookmarks);
