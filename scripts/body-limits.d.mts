import type { IncomingMessage } from "node:http";

export const BODY_LIMITS: Record<"json" | "signIn" | "upload" | "inngest", number>;

export function bodyLimitOf(path: string): number;
export function hasBody(request: Pick<IncomingMessage, "headers">): boolean;
export function isRefusedAtEntry(request: Pick<IncomingMessage, "headers">, path: string): boolean;
