import { engagement as api } from "@/lib/api/v1/engagement";
import { sessionRoutes } from "@/lib/http/operation";

const { listLikers: _, listReposters: _site, ...shared } = api;

export const engagement = sessionRoutes(shared, ["listComments"]);
