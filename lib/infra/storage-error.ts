/** The store of files is away, full, or does not let us in. What it said is in the message, for the log alone. */
export class StorageUnavailable extends Error {
  override name = "StorageUnavailable";
}

/** The store answers, and cannot be used as it is configured. The message begins with the variable to look at. */
export class StorageMisconfigured extends Error {
  override name = "StorageMisconfigured";
}
