import { me } from "@/lib/api/v1/me";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(me.listFollowing);
