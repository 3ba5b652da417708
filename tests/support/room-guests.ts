import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { joinAs, type Member } from "./member";

export interface Guest {
  page: Page;
  member: Member;
}

/** Signs up a member in a browser context of their own. */
export async function newGuest(browser: Browser, name: string): Promise<Guest> {
  const context = await browser.newContext();
  return { member: await joinAs(context, name), page: await context.newPage() };
}

export async function openRoom({ page }: Guest, name: string, password?: string): Promise<string> {
  await page.goto("/rooms");
  await page.getByRole("button", { name: "Open a room" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  if (password) await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Open the room" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  return page.url();
}

export async function enter({ page }: Guest, url: string, password?: string): Promise<void> {
  await page.goto(url);
  if (password) await page.getByLabel("The room's password").fill(password);
  await page.getByRole("button", { name: "Join the room" }).click();
  await expect(page.getByRole("textbox", { name: "Your message" })).toBeVisible();
}

export async function say({ page }: Guest, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Your message" }).fill(text);
  await page.keyboard.press("Enter");
}

export const messages = ({ page }: Guest): Locator =>
  page.getByRole("list", { name: "Messages" }).getByRole("listitem");
export const message = (guest: Guest, text: string): Locator => messages(guest).filter({ hasText: text });
