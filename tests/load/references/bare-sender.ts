// The cost of signed requests by themselves: no database, no lease, no log.
import http from "node:http";
import { randomUUID } from "node:crypto";
import { signedHeaders } from "@/lib/domain/consequences/webhooks/signing";

export interface Batch {
  url: string;
  secret: string;
  count: number;
  atOnce: number;
}

const agent = new http.Agent({ keepAlive: true });

process.on("message", async ({ url, secret, count, atOnce }: Batch) => {
  let left = count;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await post(url, secret);
    }),
  );
});

function post(url: string, secret: string): Promise<void> {
  const id = randomUUID();
  const body = JSON.stringify({
    id,
    event: "post.created",
    created: new Date().toISOString(),
    data: { postId: "post_1" },
  });
  const headers = {
    "Content-Type": "application/json",
    ...signedHeaders({ id, event: "post.created", body }, [secret], new Date()),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(
      url,
      { method: "POST", agent, headers: { ...headers, "Content-Length": Buffer.byteLength(body) } },
      (response) => response.resume().on("end", resolve),
    );
    request.on("error", reject).end(body);
  });
}
