/** Serves a text that is made from the declarations: once a process, to anybody, from any page. */
export function published(type: string, write: () => string | Promise<string>): () => Promise<Response> {
  let text: Promise<string> | undefined;
  return async () => {
    text ??= Promise.resolve(write());
    return new Response(await text, {
      headers: {
        "Content-Type": `${type}; charset=utf-8`,
        "Cache-Control": "public, max-age=300",
        "Access-Control-Allow-Origin": "*",
      },
    });
  };
}
