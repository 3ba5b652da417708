/** The store of files is away, full, or does not let us in. What it said is in the message, for the log alone. */
export class StorageUnavailable extends Error {
  override name = "StorageUnavailable";
}
