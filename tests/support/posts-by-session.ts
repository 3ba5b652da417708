import { randomUUID } from "node:crypto";
import { type BrowserContext, expect } from "@playwright/test";

/** Posts as the user signed in to this browser. Returns the post's id. */
export async function post(
  context: BrowserContext,
  data: { content: string; audience?: string; quote_id?: string; media_ids?: string[] },
): Promise<string> {
  const response = await context.request.post("/api/posts", { data });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

/** A unique text for a post. */
export const sentence = (about: string) => `${about} ${randomUUID()}, which makes this a sentence of some length.`;
