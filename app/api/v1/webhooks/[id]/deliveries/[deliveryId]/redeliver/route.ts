import { webhooks } from "@/lib/api/v1/webhooks";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(webhooks.redeliver);
