import { engagement } from "@/lib/api/v1/engagement";
import { mountApi } from "@/lib/http/next-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountApi(engagement.listComments, engagement.comment);
