declare module "compression" {
  import type { IncomingMessage, ServerResponse } from "node:http";
  import type { BrotliOptions } from "node:zlib";

  type Filter = (request: IncomingMessage, response: ServerResponse) => boolean;
  type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

  /** Creates a middleware that compresses responses for clients that accept it. */
  function compression(options?: { filter?: Filter; brotli?: BrotliOptions }): Middleware;
  namespace compression {
    /** Whether the response's content type is worth compressing. */
    const filter: Filter;
  }
  export default compression;
}
