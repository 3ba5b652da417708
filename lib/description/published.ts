import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

interface Published {
  plain: Uint8Array<ArrayBuffer>;
  br: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
}

/** Serves a text that is made from the declarations to anybody, from any page: written and compressed once a process. */
export function published(type: string, write: () => string | Promise<string>): (request: Request) => Promise<Response> {
  let made: Promise<Published> | undefined;
  return async (request) => {
    const texts = await (made ??= make(write));
    const encoding = encodingFor(request);
    const headers = {
      "Content-Type": `${type}; charset=utf-8`,
      "Cache-Control": "public, max-age=300",
      "Access-Control-Allow-Origin": "*",
      Vary: "Accept-Encoding",
    };
    if (encoding === "plain") return new Response(texts.plain, { headers });
    return new Response(texts[encoding], { headers: { ...headers, "Content-Encoding": encoding } });
  };
}

async function make(write: () => string | Promise<string>): Promise<Published> {
  const plain = new TextEncoder().encode(await write());
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
  return { plain, br: new Uint8Array(br), gzip: new Uint8Array(gzipped) };
}

function encodingFor({ headers }: Request): keyof Published {
  const accepted = (headers.get("accept-encoding") ?? "").split(",").map((entry) => entry.trim().toLowerCase());
  const takes = (name: string) => accepted.some((entry) => entry === name || (entry.startsWith(`${name};`) && !entry.replaceAll(" ", "").endsWith("q=0")));
  return takes("br") ? "br" : takes("gzip") ? "gzip" : "plain";
}
