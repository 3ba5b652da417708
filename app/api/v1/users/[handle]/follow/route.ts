import { users } from "@/lib/api/v1/users";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(users.follow, users.unfollow);
