declare module "on-headers" {
  import type { ServerResponse } from "node:http";
  /** Calls the listener as the response is about to write its headers; of several, the one added last comes first. */
  export default function onHeaders(response: ServerResponse, listener: () => void): void;
}
