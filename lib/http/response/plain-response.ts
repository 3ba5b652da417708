import { FastResponse } from "srvx";

interface PlainInit {
  status?: number;
  headers: Record<string, string>;
  /** Set for a POST that only read. */
  changesNothing?: boolean;
}

/** A response held in memory. Our own servers send its parts without constructing a Web `Response` from them. */
export class PlainResponse extends FastResponse {
  constructor(
    readonly content: string | Uint8Array<ArrayBuffer> | null,
    readonly init: PlainInit,
  ) {
    super(content, init);
  }

  withoutBody(): PlainResponse {
    return new PlainResponse(null, this.init);
  }
}
