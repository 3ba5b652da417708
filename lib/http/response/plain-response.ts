import { FastResponse } from "srvx";

interface PlainInit {
  status?: number;
  headers: Record<string, string>;
  /** Of a POST that only read. */
  changesNothing?: boolean;
}

/** A text, whole in memory: a server of our own sends its parts without a Web response being built of them. */
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
