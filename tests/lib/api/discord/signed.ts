import { expect } from "vitest";
import { serveInteractions } from "@/lib/api/discord/interactions";
import type { MountContext } from "@/lib/http/handlers";
import { newSnowflake } from "@/tests/lib/domain/play/guilds/members";
import { newApplication } from "@/tests/support/discord";

export const application = newApplication();

export const { POST, GET } = serveInteractions();
export const context: MountContext = { params: {}, clientIp: "192.0.2.1", waitUntil: (job) => void job() };

export function request(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) {
  return new Request("http://localhost/api/discord/interactions", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
}

export const post = async (body: string, headers: Record<string, string> = application.sign(body)) => {
  const response = await POST(request(body, headers), context);
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
};

interface Given {
  name: string;
  by: { discordId: string };
  in?: string;
  options?: Record<string, string | boolean>;
  permissions?: string;
}

export function command({ name, by, in: guildId, options = {}, permissions = "0" }: Given): string {
  const user = { id: by.discordId, username: "somebody" };
  const who = guildId ? { guild_id: guildId, member: { user, permissions } } : { user };
  const given = Object.entries(options).map(([option, value]) => ({ name: option, value, type: 3 }));
  return JSON.stringify({ id: newSnowflake(), type: 2, version: 1, ...who, data: { name, options: given } });
}

export async function give(given: Given) {
  const { status, json } = await post(command(given));
  expect(status).toBe(200);
  const { content, flags } = json.data as { content: string; flags?: number };
  return { content, isWhispered: flags === 64, json };
}
