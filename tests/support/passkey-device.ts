import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { env } from "@/lib/infra/environment/env";

const PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();

/** A device with one passkey for this site. Returns what a browser would send after its owner's consent. */
export function passkeyDevice({ origin = env().siteUrl, idBytes = 16 }: { origin?: string; idBytes?: number } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(idBytes);
  const id = base64url(credentialId);
  const ofBrowser = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flags: number, counter: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count]);
  };
  const shared = { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };

  return {
    id,
    register({ challenge }: { challenge: string }) {
      const length = Buffer.from([idBytes >> 8, idBytes & 0xff]);
      const authData = Buffer.concat([
        authenticatorData(PRESENT_AND_VERIFIED | HAS_CREDENTIAL, 0),
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey(publicKey.export({ format: "jwk" })),
      ]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text("fmt"),
        text("none"),
        text("attStmt"),
        Buffer.from([0xa0]),
        text("authData"),
        bytes(authData),
      ]);
      const clientDataJSON = base64url(ofBrowser("webauthn.create", challenge));
      const response = { clientDataJSON, attestationObject: base64url(attestationObject), transports: ["internal"] };
      return { ...shared, response };
    },
    answer({ challenge }: { challenge: string }, { counter = 0, flags = PRESENT_AND_VERIFIED } = {}) {
      const clientData = ofBrowser("webauthn.get", challenge);
      const authData = authenticatorData(flags, counter);
      const signature = sign("sha256", Buffer.concat([authData, sha256(clientData)]), privateKey);
      const response = {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
      };
      return { ...shared, response };
    },
  };
}

/** CBOR encoding of the text and byte strings of an attestation, and of the map of a public key (ES256). */
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const bytes = (value: Uint8Array) =>
  Buffer.concat([
    value.length < 24
      ? Buffer.from([0x40 + value.length])
      : value.length < 256
        ? Buffer.from([0x58, value.length])
        : Buffer.from([0x59, value.length >> 8, value.length & 0xff]),
    value,
  ]);

function coseKey({ x = "", y = "" }: { x?: string; y?: string }): Buffer {
  const [kty, alg, curve] = [
    [0x01, 0x02],
    [0x03, 0x26],
    [0x20, 0x01],
  ].map((pair) => Buffer.from(pair)) as [Buffer, Buffer, Buffer];
  return Buffer.concat([
    Buffer.from([0xa5]),
    kty,
    alg,
    curve,
    Buffer.from([0x21]),
    bytes(Buffer.from(x, "base64url")),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, "base64url")),
  ]);
}
