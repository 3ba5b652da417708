import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { importJWK, jwtVerify } from "jose";
import type { PushMessage } from "@/lib/domain/consequences/push/present";

/** A browser that is subscribed at a push service. */
export interface TestBrowser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Decrypts what was sent to it (RFC 8291, with the one record that a push has). */
  decrypt(body: Buffer): PushMessage;
}

export function newBrowser(serviceUrl: string): TestBrowser {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  const endpoint = `${serviceUrl}${randomBytes(12).toString("base64url")}`;
  return {
    subscription: {
      endpoint,
      keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    },
    decrypt(body) {
      const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
      const sender = body.subarray(21, 21 + keyLength);
      const sealed = body.subarray(21 + keyLength);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
      const secret = Buffer.from(hkdfSync("sha256", pair.computeSecret(sender), auth, info, 32));
      const derive = (purpose: string, bytes: number) =>
        Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${purpose}\0`), bytes));
      const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
      decipher.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as PushMessage;
    },
  };
}

interface Arrival {
  endpoint: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
}

/** A push service on loopback, which `answer` decides for. */
export async function startPushService(
  answer: (arrival: Arrival) => Answer | Promise<Answer> = () => ({ status: 201 }),
) {
  const arrivals: Arrival[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const arrival = {
      endpoint: `${url.slice(0, -1)}${request.url}`,
      headers: request.headers,
      body: Buffer.concat(chunks),
    };
    arrivals.push(arrival);
    const { status, headers } = await answer(arrival);
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    arrivals,
    /** What arrived for a browser, decrypted, in order. */
    sentTo: ({ subscription, decrypt }: TestBrowser) =>
      arrivals.filter(({ endpoint }) => endpoint === subscription.endpoint).map(({ body }) => decrypt(body)),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

/** Returns the claims of the sender's token (RFC 8292). Fails unless its own key, which it names, has signed it. */
export async function verifyVapid(headers: IncomingHttpHeaders, publicKey: string) {
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? "") ?? [];
  if (key !== publicKey) throw new Error("Another key");
  const point = Buffer.from(key, "base64url");
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = await importJWK({ kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33) }, "ES256");
  return (await jwtVerify(token, jwk)).payload;
}
