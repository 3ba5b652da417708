/** The format of an archive, which its manifest names (docs/contract.md#your-data). */
export const ARCHIVE_FORMAT = { format: "pegboard-archive", version: 1 } as const;

/** The last two files of an archive: what its files are, and who says so. */
export const MANIFEST_FILE = "manifest.json";
export const SIGNATURE_FILE = "signature.json";

/** Returns the name of an image's file. */
export function imageFile({ id, contentType }: { id: string; contentType: string }): string {
  return `media/${id}.${contentType.replace("image/", "")}`;
}
