import { rooms } from "@/lib/api/v1/rooms";
import { mountApi } from "@/lib/http/next-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountApi(rooms.list, rooms.create);
