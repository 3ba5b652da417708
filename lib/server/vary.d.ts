declare module "vary" {
  import type { ServerResponse } from "node:http";
  /** Adds a field to the response's `Vary` header, unless it is there. */
  export default function vary(response: ServerResponse, field: string): void;
}
