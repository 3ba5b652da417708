import { createHmac } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import type { Arrival } from "./receiver";

/** The delivery log on an endpoint's page. */
export const deliveries = (page: Page) => page.getByRole("region", { name: "Deliveries" });

export async function register(page: Page, url: string): Promise<{ id: string; secret: string }> {
  const response = await page.request.post("/api/webhooks", { data: { url, events: ["*"] } });
  expect(response.status()).toBe(201);
  return (await response.json()) as { id: string; secret: string };
}

/** Reads the secret that a dialog shows once, and closes the dialog. */
export async function secretIn(dialog: Locator): Promise<string> {
  const secret = await dialog.locator("code").innerText();
  expect(secret).toMatch(/^whsec_/);
  await dialog.getByRole("button", { name: "Done" }).click();
  return secret;
}

export function signatures({ headers }: Arrival): string[] {
  return String(headers["x-service-signature"]).split(",").slice(1);
}

export function signatureOf({ headers, body }: Arrival, secret: string): string {
  return `v1=${createHmac("sha256", secret)
    .update(`${String(headers["x-service-timestamp"])}.${body}`)
    .digest("hex")}`;
}
