import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { apiOperation } from "@/lib/http/operation";
import { readInput } from "@/lib/http/pipeline/input";
import { rejectionOf } from "./rejection";

const create = apiOperation("POST /api/v1/things/{id}", {
  scope: "write:posts",
  writes: "posts",
  summary: "Make",
  query: z.object({ colour: z.string().optional() }),
  body: z.strictObject({
    name: z.string().optional(),
    parts: z.array(z.strictObject({ size: z.number() })).optional(),
  }),
  returns: null,
  run: async () => {},
});
const remove = apiOperation("DELETE /api/v1/things/{id}", {
  scope: "write:posts",
  writes: "posts",
  summary: "Remove",
  returns: null,
  run: async () => {},
});
const url = "http://localhost/api/v1/things/t1";
const json = (body: string, headers: Record<string, string> = {}) =>
  new Request(url, { method: "POST", body, headers: { "Content-Type": "application/json", ...headers } });

describe("a JSON body", () => {
  test("is merged with path and query", async () => {
    const request = new Request(`${url}?colour=red&unknown=1`, {
      method: "POST",
      body: '{"name":"n"}',
      headers: { "Content-Type": "application/json" },
    });
    expect((await readInput(create, request, { id: "t1" })).values).toEqual({ id: "t1", colour: "red", name: "n" });
  });

  test("that breaks off is rejected as invalid, not as an internal error", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
    const broken = new Request(url, {
      method: "POST",
      body,
      duplex: "half",
      headers: { "Content-Type": "application/json" },
    } as RequestInit);
    expect((await rejectionOf(readInput(create, broken, { id: "t1" }))).code).toBe("invalid_request");
  });

  test("may be absent, and counts as {}", async () => {
    for (const request of [new Request(url, { method: "POST" }), json(""), json("  \n")]) {
      expect((await readInput(create, request, { id: "t1" })).values).toEqual({ id: "t1" });
    }
    expect((await readInput(remove, new Request(url, { method: "DELETE" }), { id: "t1" })).values).toEqual({
      id: "t1",
    });
  });

  test("has every bad field named by its path, at any depth", async () => {
    const body = '{"name":5,"parts":[{"size":1},{"size":"big"},{"size":2,"hue":1}],"extra":true}';
    const { details } = await rejectionOf(readInput(create, json(body), { id: "t1" }));
    expect(details.issues?.map(({ param }) => param).toSorted()).toEqual([
      "extra",
      "name",
      "parts[1].size",
      "parts[2].hue",
    ]);
  });

  test("cannot pollute prototypes", async () => {
    for (const body of [
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"parts":[{"size":1,"__proto__":{"polluted":1}}]}',
    ]) {
      expect((await rejectionOf(readInput(create, json(body), { id: "t1" }))).code).toBe("invalid_request");
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test("is cut off while it streams in, whatever its declared length", async () => {
    let sent = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 64 * 1024;
        controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      },
    });
    const request = new Request(url, {
      method: "POST",
      body: stream,
      headers: { "Content-Type": "text/plain" },
      duplex: "half",
    } as RequestInit);
    expect((await rejectionOf(readInput(create, request, { id: "t1" }))).code).toBe("payload_too_large");
    expect(sent).toBeLessThan(1024 * 1024);
  });

  test("may have any JSON content type, and no other", async () => {
    for (const type of ["application/json", "Application/JSON; charset=utf-8", "application/merge-patch+json"]) {
      expect((await readInput(create, json('{"name":"n"}', { "Content-Type": type }), { id: "t1" })).values.name).toBe(
        "n",
      );
    }
    for (const type of ["text/json", "application/jsonp", "application/x-json; a"]) {
      expect((await rejectionOf(readInput(create, json("{}", { "Content-Type": type }), { id: "t1" }))).code).toBe(
        "unsupported_media_type",
      );
    }
  });

  test("with a content coding is rejected, whatever its bytes", async () => {
    const text = '{"name":"n"}';
    for (const [coding, body] of [
      ["gzip", gzipSync(text)],
      ["gzip", text],
      ["br, gzip", text],
    ] as const) {
      const headers = { "Content-Type": "application/json", "Content-Encoding": coding };
      const request = new Request(url, { method: "POST", body, headers });
      expect((await rejectionOf(readInput(create, request, { id: "t1" }))).code).toBe("unsupported_media_type");
    }
    const plain = json(text, { "Content-Encoding": "Identity" });
    expect((await readInput(create, plain, { id: "t1" })).values.name).toBe("n");
  });
});

describe("a cursor", () => {
  test("is passed on unchecked, because its list rejects invalid ones with an error of its own", async () => {
    const list = apiOperation("GET /api/v1/things", {
      scope: "read:posts",
      summary: "List",
      query: z.object({ colour: z.string().optional() }),
      paginated: true,
      returns: z.object({}),
      run: async () => ({ data: [], nextCursor: null }),
    });
    const { values } = await readInput(list, new Request(`${url}?cursor=a%00b`), {});
    expect(values.cursor).toBe("a\0b");
    expect((await rejectionOf(readInput(list, new Request(`${url}?colour=a%00b`), {}))).code).toBe("invalid_request");
  });
});

describe("the path", () => {
  test.each(["a\0b", "\ud800"])("matches nothing when it contains %j", async (id) => {
    expect((await rejectionOf(readInput(remove, new Request(url, { method: "DELETE" }), { id }))).code).toBe(
      "not_found",
    );
  });
});
