import { z } from "zod";

/** An Ed25519 public key as a JSON Web Key (RFC 8037). */
export const archiveKey = z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string() });

/** `file` is the one that is signed. */
export interface ArchiveSignature {
  algorithm: "Ed25519";
  file: string;
  publicKey: ArchiveKey;
  signature: string;
}

/** A file of an archive, and the SHA-256 of its bytes, in hex. */
export interface FileDigest {
  name: string;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  format: string;
  version: number;
  site: string;
  exportedAt: string;
  account: { id: string; handle: string };
  /** Every file but the manifest itself and its signature. */
  files: readonly FileDigest[];
}

export type ArchiveKey = z.output<typeof archiveKey>;
