import { builds } from "@/lib/api/in-app/builds";
import { builds as api } from "@/lib/api/v1/builds";
import { twin } from "@/lib/http/endpoint";
import { serveInApp } from "@/lib/http/serve-in-app";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveInApp(
  twin(api.get, "optional"),
  builds.edit,
  builds.remove,
);
