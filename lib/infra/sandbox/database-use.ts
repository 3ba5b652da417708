import type { Database } from "@/lib/infra/database/open";

/** A sandbox's database while it is open, or waits for that. */
export interface Open {
  database: Promise<Database>;
  users: number;
  /** Whether it has a permit, rather than waiting for one. */
  isAdmitted: boolean;
  closing?: NodeJS.Timeout;
  /** Whether it accepts no new callers. */
  isClosed: boolean;
  /** Called once it is closed and has no users. */
  end(): void;
}

/** A caller's use of a sandbox's database. */
export interface DatabaseUse {
  database: Database;
  /** Undefined while it is paused, and when it is over. */
  current: Open | undefined;
  /**
   * Runs `waiting`, which does not use the database, without keeping others from opening theirs.
   * @throws TooManyOpen
   */
  pause<T>(waiting: () => Promise<T>): Promise<T>;
}
