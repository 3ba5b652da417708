import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import type { Actor, VisitorContext } from "@/lib/domain/kernel/context";
import { env } from "@/lib/infra/environment/env";
import { deriveKey } from "@/lib/infra/secrets";
import { ARCHIVE_FORMAT, MANIFEST_FILE } from "./rules";
import type { ArchiveKey, ArchiveSignature, Manifest } from "./schema";

/** What DER says of an Ed25519 key before its 32 bytes (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** Returns the key that signs this deployment's archives. It changes with the deployment's secret. */
function signingKey(): KeyObject {
  const key = Buffer.concat([PKCS8_PREFIX, deriveKey("archive signature")]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

/** Returns the public key of this deployment's archives. */
export async function getArchiveKey(_ctx: VisitorContext): Promise<ArchiveKey> {
  const { x } = createPublicKey(signingKey()).export({ format: "jwk" });
  return { kty: "OKP", crv: "Ed25519", x: x! };
}

/** Lists the files of an account's archive. */
export function manifestOf(
  { now, actor }: { now: Date; actor: Pick<Actor, "id" | "handle"> },
  files: Manifest["files"],
): Manifest {
  const { id, handle } = actor;
  return { ...ARCHIVE_FORMAT, site: env().siteUrl, exportedAt: now.toISOString(), account: { id, handle }, files };
}

/** Signs a manifest, byte for byte as it is in the archive. */
export async function signManifest(ctx: VisitorContext, manifest: string): Promise<ArchiveSignature> {
  return {
    algorithm: "Ed25519",
    file: MANIFEST_FILE,
    publicKey: await getArchiveKey(ctx),
    signature: sign(null, Buffer.from(manifest), signingKey()).toString("base64"),
  };
}
