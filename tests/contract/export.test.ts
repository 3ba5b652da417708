import { randomUUID } from "node:crypto";
import http from "node:http";
import { once } from "node:events";
import { expect, test } from "vitest";
import { database } from "@/lib/infra/db";
import { BASE_URL, send } from "@/tests/support/api";
import { eventually } from "@/tests/support/eventually";
import { unzip } from "@/tests/support/unzip";

const PASSWORD = "four words make one";
/** Together more than the buffers between the server and a reader hold: what is not read yet waits in the server. */
const POSTS = 6_000;

/** Somebody signed in who has written much. */
async function writer() {
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

/** The beginning of an export, whose rest waits to be read. */
async function begin(headers: Record<string, string>): Promise<http.IncomingMessage> {
  const request = http.get(new URL("/api/account/export", BASE_URL), { headers });
  request.on("error", () => undefined);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  response.on("error", () => undefined);
  return response;
}

test("an account's data is sent as it is read, whole, and to no cache", async () => {
  const { headers } = await writer();
  const answer = await send("/api/account/export", { headers: { ...headers, "Accept-Encoding": "br, gzip" } });
  expect((answer.json as { posts: unknown[] }).posts).toHaveLength(POSTS);
  expect(answer.headers.get("cache-control")).toBe("no-store, no-transform");
  expect([answer.headers.get("content-encoding"), answer.headers.get("content-length")]).toEqual([null, null]);
});

test("a second download beside the first is refused, and leaving the first makes room", async () => {
  const { headers } = await writer();
  expect((await send("/api/account/export", { method: "HEAD", headers })).status).toBe(200);
  const first = await begin(headers);
  expect(first.statusCode).toBe(200);
  const second = await send("/api/account/export", { headers });
  expect(second).toMatchObject({ status: 409, json: { error: expect.stringContaining("already") as string } });
  expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
  first.destroy();
  await eventually(async () =>
    expect((await send("/api/account/export", { method: "HEAD", headers })).status).toBe(200),
  );
});

test("a download that another one took over ends in a broken connection, and is not taken for the whole", async () => {
  const { id, headers } = await writer();
  const response = await begin(headers);
  await database().prisma.exportLease.delete({ where: { userId: id } });
  // The lease is looked at again when an eighth of it is over: the reader takes its time.
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  response.resume();
  await new Promise((resolve) => response.once("close", resolve));
  expect(response.complete).toBe(false);
}, 60_000);

test("an account's archive is sent as it is read, as a ZIP, and shares the account's one download", async () => {
  const { headers } = await writer();
  const answer = await fetch(new URL("/api/account/archive", BASE_URL), { headers });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/zip",
    "content-disposition": 'attachment; filename="pegboard.zip"',
    "cache-control": "no-store, no-transform",
  });
  expect(await send("/api/account/export", { headers })).toMatchObject({ status: 409 });
  const files = unzip(Buffer.from(await answer.arrayBuffer()));
  expect(JSON.parse(String(files.get("posts.json")))).toHaveLength(POSTS);
});
