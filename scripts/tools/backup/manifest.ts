import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { UserError } from "@/scripts/tools/terminal";

/** Incremented when older releases can no longer restore a backup. */
const FORMAT = 1;

export const MANIFEST = "manifest.json";
/** The folder that a backup is written to until it is complete. */
export const partialOf = (directory: string): string => `${directory}.partial`;

const relativePath = z
  .string()
  .refine((name) => !path.isAbsolute(name) && !name.split(/[/\\]/).includes(".."), "leads out of the backup");
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const file = z.strictObject({ path: relativePath, bytes: z.int(), sha256 });

const table = z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.int(), file });

const digest = z.strictObject({ coins: z.string().regex(/^-?\d+$/), sha256 });

/** A line of the list of media. */
export const storedObject = z.strictObject({ key: relativePath, contentType: z.string(), bytes: z.int(), sha256 });

const manifest = z.strictObject({
  format: z.literal(FORMAT),
  id: z.uuid(),
  /** The release that wrote it. */
  version: z.string(),
  /** The moment of the snapshot, by the database's clock. */
  takenAt: z.iso.datetime(),
  /** The database's migrations, oldest first. */
  migrations: z.array(z.string()).nonempty(),
  /** The fingerprint of the key that encrypts stored secrets; null if no server has recorded one. */
  encryptionKeyFingerprint: z.string().nullable(),
  /** Whether the database was filled with demo data, which happens only once. */
  isDemo: z.boolean(),
  tables: z.array(table),
  /** The sum and the digest of all balances and of all entries of the ledger; absent from backups up to 1.4.0. */
  ledger: z.strictObject({ Profile: digest, LedgerEntry: digest }).optional(),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  media: z.strictObject({
    count: z.int(),
    bytes: z.int(),
    list: file,
    /** Rows whose file was removed while the backup ran, because the row was deleted: not restored. */
    deletedMeanwhile: z.array(z.string()),
  }),
  secrets: z.array(z.strictObject({ variable: z.string(), name: relativePath, file })),
});

export type Manifest = z.output<typeof manifest>;
export type FileRecord = z.output<typeof file>;
export type TableRecord = z.output<typeof table>;
export type LedgerDigest = NonNullable<Manifest["ledger"]>;
export type StoredObject = z.output<typeof storedObject>;

export const newManifest = (content: Omit<Manifest, "format">): Manifest => ({ format: FORMAT, ...content });

/** @throws UserError if the directory is not a complete backup that this release can read */
export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(path.join(directory, MANIFEST), "utf8").catch(() => undefined);
  if (directory.endsWith(partialOf("")))
    throw new UserError(`${directory} is of a backup that did not finish: restore one that did.`);
  if (text === undefined) throw new UserError(`${directory} is not a backup: it has no ${MANIFEST}.`);
  try {
    return manifest.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof z.ZodError)
      throw new UserError(`${directory}/${MANIFEST} is not of this release or damaged:\n${z.prettifyError(error)}`);
    throw new UserError(`${directory}/${MANIFEST} is damaged: ${(error as Error).message}`);
  }
}
