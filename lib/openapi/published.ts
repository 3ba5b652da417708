import { type GeneratedModule, generatedBody } from "@/lib/http/response/prepared-body";

/** The handler of a generated text: the same for everyone, readable by scripts of any origin. */
export function published(
  contentType: string,
  load: () => Promise<GeneratedModule>,
): (request: Request) => Promise<Response> {
  const body = generatedBody(`${contentType}; charset=utf-8`, load);
  return async (request) =>
    (await body()).respond(request, {
      "Cache-Control": "public, max-age=300",
      "Access-Control-Allow-Origin": "*",
    });
}
