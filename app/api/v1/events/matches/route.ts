import { events } from "@/lib/api/v1/events";
import { mountApi } from "@/lib/http/next-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountApi(events.matches);
