import { type Context, idFor } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { EXPORT_LEASE_MS } from "./rules";

/** The right to run the only export of an account. It expires if its process dies. */
export interface ExportLease {
  /**
   * Extends the lease; called between pages.
   * @throws DomainError `conflict` if it expired and another export began
   */
  renew(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Acquires the lease.
 * @throws DomainError `conflict` while another export of the account runs, on any instance
 */
export async function leaseExport(ctx: Context): Promise<ExportLease> {
  const { id: userId } = ctx.actor;
  const token = idFor(ctx, "exp");
  const lifetime = `${EXPORT_LEASE_MS} milliseconds`;
  const taken = await ctx.db.$executeRaw`
    INSERT INTO "ExportLease" ("userId", token, "expiresAt") VALUES (${userId}, ${token}, now() + ${lifetime}::interval)
    ON CONFLICT ("userId") DO UPDATE SET token = EXCLUDED.token, "expiresAt" = EXCLUDED."expiresAt"
    WHERE "ExportLease"."expiresAt" < now()`;
  if (taken === 0) {
    throw new DomainError("conflict", "Your data is being downloaded already. Wait until that is done, or stop it.", {
      retryAfter: EXPORT_LEASE_MS / 1000,
    });
  }
  let renewedAt = Date.now();
  return {
    async renew() {
      if (Date.now() - renewedAt < EXPORT_LEASE_MS / 8) return;
      const held = await ctx.db.$executeRaw`UPDATE "ExportLease" SET "expiresAt" = now() + ${lifetime}::interval
          WHERE "userId" = ${userId} AND token = ${token}`;
      if (held === 0) throw new Error("another export of the account took over");
      renewedAt = Date.now();
    },
    release: async () => void (await ctx.db.exportLease.deleteMany({ where: { userId, token } })),
  };
}
