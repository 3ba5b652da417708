import { messages } from "@/lib/api/v1/messages";
import { mountApi } from "@/lib/http/next-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountApi(messages.list, messages.send);
