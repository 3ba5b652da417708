import { hkdfSync, randomBytes } from "node:crypto";
import { EncryptJWT } from "jose";
import { encode } from "next-auth/jwt";
import { expect, test } from "vitest";
import { sessionIdOf } from "@/lib/auth/session";
import { env } from "@/lib/infra/environment/env";

/** The key that next-auth derives from the secret. */
const keyOf = (secret: string) =>
  new Uint8Array(hkdfSync("sha256", secret, "", "NextAuth.js Generated Encryption Key", 32));

test("decodes a session token issued by next-auth", async () => {
  expect(await sessionIdOf(await encode({ token: { sid: "ses_1" }, secret: env().authSecret }))).toBe("ses_1");
});

test("rejects a token that asks for a costly key derivation, even with the right key", async () => {
  const costly = new EncryptJWT({ sid: "ses_1" })
    .setProtectedHeader({ alg: "PBES2-HS512+A256KW", enc: "A256GCM" })
    .setKeyManagementParameters({ p2c: 10_000, p2s: randomBytes(16) });
  expect(await sessionIdOf(await costly.setExpirationTime("1h").encrypt(keyOf(env().authSecret)))).toBeNull();
});
