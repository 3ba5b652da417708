import { users } from "@/lib/api/v1/users";
import { mountApi } from "@/lib/http/next-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountApi(users.follow, users.unfollow);
