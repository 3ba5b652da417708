import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import type { Storage } from "@/lib/infra/storage/store";
import { S3Storage } from "@/lib/infra/storage/s3";

/** A store with the responses of a test. */
export async function storeThat(answer: RequestListener): Promise<{ store: S3Storage; stop(): void }> {
  const odd = createServer(answer);
  await new Promise<void>((resolve) => odd.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
  const stop = () => {
    odd.closeAllConnections();
    odd.close();
  };
  return {
    store: new S3Storage({
      kind: "s3",
      endpoint,
      bucket: "boards",
      region: "auto",
      accessKeyId: "us",
      secretAccessKey: "secret",
      publicUrl: undefined,
    }),
    stop,
  };
}

export async function keysIn(place: Storage, folder: string): Promise<string[]> {
  const keys = [];
  for await (const { key, writtenAt } of place.list(folder)) {
    expect(writtenAt.getTime()).toBeGreaterThan(0);
    keys.push(key);
  }
  return keys.toSorted();
}
