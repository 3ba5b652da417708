declare module "on-headers" {
  import type { ServerResponse } from "node:http";
  /** Calls the listener just before the response writes its headers; the listener added last runs first. */
  export default function onHeaders(response: ServerResponse, listener: () => void): void;
}
