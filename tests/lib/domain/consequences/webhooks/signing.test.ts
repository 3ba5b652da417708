import { createHmac, randomBytes } from "node:crypto";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { describe, expect, test } from "vitest";
import { newSigningSecret, signedHeaders } from "@/lib/domain/consequences/webhooks/signing";

const now = new Date();
const at = Math.floor(now.getTime() / 1000);
const secret = newSigningSecret(randomBytes);
const older = newSigningSecret(randomBytes);
const delivery = { id: "whd_1", event: "post.created", body: '{"id":"whd_1","data":{"text":"naïve — 日本"}}' };

describe("a delivery's headers", () => {
  const headers = signedHeaders(delivery, [secret], now);

  test("have the contract's names, with an HMAC of timestamp and body keyed by the whole secret", () => {
    const digest = createHmac("sha256", secret).update(`${at}.${delivery.body}`).digest("hex");
    expect(headers).toMatchObject({
      "X-Service-Event": "post.created",
      "X-Service-Delivery": "whd_1",
      "X-Service-Timestamp": String(at),
      "X-Service-Signature": `t=${at},v1=${digest}`,
    });
  });

  test("are verified by the public Standard Webhooks packages", () => {
    for (const Webhook of [StandardWebhook, SvixWebhook]) {
      expect(new Webhook(secret).verify(delivery.body, headers)).toEqual(JSON.parse(delivery.body));
      expect(() => new Webhook(older).verify(delivery.body, headers)).toThrow();
      expect(() => new Webhook(secret).verify(`${delivery.body} `, headers)).toThrow();
    }
  });

  test("contain a signature per secret while two overlap, newest first", () => {
    const both = signedHeaders(delivery, [secret, older], now);
    const digests = [secret, older].map((key) =>
      createHmac("sha256", key).update(`${at}.${delivery.body}`).digest("hex"),
    );
    expect(both["X-Service-Signature"]).toBe(`t=${at},v1=${digests[0]},v1=${digests[1]}`);
    for (const key of [secret, older]) expect(new StandardWebhook(key).verify(delivery.body, both)).toBeTruthy();
    expect(both["webhook-signature"]?.split(" ")[0]).toBe(headers["webhook-signature"]);
  });
});

test("a secret is whsec_ and the base64 of 32 random bytes", () => {
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secret).not.toBe(older);
});
