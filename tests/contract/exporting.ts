import { randomUUID } from "node:crypto";
import http from "node:http";
import { once } from "node:events";
import { database } from "@/lib/infra/database/db";
import { BASE_URL, send } from "@/tests/support/api";

const PASSWORD = "four words make one";
/** Together larger than the buffers between server and reader: the rest waits in the server. */
export const POSTS = 6_000;

/** A signed-in account with much content. */
export async function newWriter() {
  const handle = `w_${randomUUID().replaceAll("-", "").slice(0, 16)}`;
  const { id } = (
    await send("/api/register", {
      method: "POST",
      json: { name: "Writer", handle, email: `${handle}@example.com`, password: PASSWORD },
    })
  ).json as { id: string };
  const csrf = await send("/api/auth/csrf");
  const cookies = (headers: Headers) =>
    headers
      .getSetCookie()
      .map((cookie) => cookie.split(";", 1)[0])
      .join("; ");
  const login = {
    csrfToken: (csrf.json as { csrfToken: string }).csrfToken,
    login: handle,
    password: PASSWORD,
    json: true,
  };
  const signedIn = await send("/api/auth/callback/credentials", {
    method: "POST",
    json: login,
    headers: { Cookie: cookies(csrf.headers) },
  });
  await database().prisma.$executeRaw`
    INSERT INTO "Post" (id, "authorId", content, "createdAt")
    SELECT ${`${id}_`} || i, ${id}, repeat('😀', 280), now() FROM generate_series(1, ${POSTS}::int) i`;
  return { id, headers: { Cookie: cookies(signedIn.headers) } };
}

/** Starts an export, and leaves the rest unread. */
export async function beginExport(headers: Record<string, string>): Promise<http.IncomingMessage> {
  const request = http.get(new URL("/api/account/export", BASE_URL), { headers });
  request.on("error", () => undefined);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  response.on("error", () => undefined);
  return response;
}
