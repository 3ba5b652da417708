import { webhooks } from "@/lib/api/v1/webhooks";
import { twin } from "@/lib/http/endpoint";
import { serveInApp } from "@/lib/http/serve-in-app";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveInApp(
  twin(webhooks.get),
  twin(webhooks.update),
  twin(webhooks.delete),
);
