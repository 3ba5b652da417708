import { sandbox } from "@/lib/api/v1/sandbox";
import { mountApi } from "@/lib/http/next-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountApi(sandbox.issueKey);
