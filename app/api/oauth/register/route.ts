import { OAUTH } from "@/lib/api/oauth/endpoints";
import { onNext } from "@/lib/http/next";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(OAUTH.registration);
