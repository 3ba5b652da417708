import { recorded } from "@/lib/openapi/client/python/wheel";
import { WHEEL } from "@/lib/openapi/client/python/wheel-name";
import { publishedPackage, zipOf } from "@/lib/openapi/published";

const serve = publishedPackage(
  "application/zip",
  () => import("@/lib/generated/python-package"),
  (files) => zipOf(recorded(files)),
);

/** pip needs a version in the name, so each release has a URL of its own. */
export async function GET(request: Request, { params }: { params: Promise<{ wheel: string }> }): Promise<Response> {
  return (await params).wheel === WHEEL ? serve(request) : new Response(`The wheel is ${WHEEL}.\n`, { status: 404 });
}
