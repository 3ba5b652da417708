import { engagement as api } from "@/lib/api/v1/engagement";
import { sessionRoutes } from "@/lib/http/operation";

export const engagement = sessionRoutes(api, ["listComments"]);
