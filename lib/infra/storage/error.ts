/** The file store is unavailable, full or denies access. The store's own message is for the log only. */
export class StorageUnavailable extends Error {
  override name = "StorageUnavailable";
}

/** The file store has too little free space to accept a file. */
export class StorageFull extends StorageUnavailable {
  override name = "StorageFull";
}

/** The file store responds but cannot be used as configured. The message begins with the variable to check. */
export class StorageMisconfigured extends Error {
  override name = "StorageMisconfigured";
}
