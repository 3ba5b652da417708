import { sql } from "@/lib/infra/database/sql";
import type { App } from "@/lib/infra/prisma/client";
import type { OwnApp } from "./schema";

export const ownAppColumns = sql`
  id, name, website, "redirectUris", "secretHash", "createdAt", "blockedAt", "blockReason"`;

export type OwnAppRow = Omit<App, "ownerId" | "documentUrl" | "staleAt" | "endedAt">;

export function presentOwnApp(app: OwnAppRow): OwnApp {
  const { id, name, website, redirectUris, secretHash, createdAt, blockedAt, blockReason } = app;
  return {
    ...{ id, name, website, redirectUris, confidential: secretHash !== null, createdAt: createdAt.toISOString() },
    blocked: blockedAt && { at: blockedAt.toISOString(), reason: blockReason ?? "" },
  };
}
