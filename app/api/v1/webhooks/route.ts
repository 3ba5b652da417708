import { webhooks } from "@/lib/api/v1/webhooks";
import { mountApi } from "@/lib/http/next-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountApi(webhooks.list, webhooks.create);
