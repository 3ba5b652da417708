import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Refusal } from "@/lib/domain/errors";
import { endpoint } from "@/lib/http/endpoint";
import { readInput } from "@/lib/http/input";

const create = endpoint("POST /api/v1/things/{id}", {
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
const remove = endpoint("DELETE /api/v1/things/{id}", {
  scope: "write:posts",
  writes: "posts",
  summary: "Remove",
  returns: null,
  run: async () => {},
});
const upload = endpoint("POST /api/v1/things", {
  scope: "write:media",
  writes: "posts",
  summary: "Upload",
  file: { field: "image", maxBytes: 1000, description: "a picture" },
  body: z.strictObject({ alt: z.string().max(5).optional() }),
  returns: null,
  run: async () => {},
});

const url = "http://localhost/api/v1/things/t1";
const json = (body: string, headers: Record<string, string> = {}) =>
  new Request(url, { method: "POST", body, headers: { "Content-Type": "application/json", ...headers } });

async function refusalOf(reading: Promise<unknown>): Promise<Refusal> {
  const refusal = await reading.catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  return refusal as Refusal;
}

describe("a JSON body", () => {
  test("comes out beside path and query in one object", async () => {
    const request = new Request(`${url}?colour=red&unknown=1`, {
      method: "POST",
      body: '{"name":"n"}',
      headers: { "Content-Type": "application/json" },
    });
    expect((await readInput(create, request, { id: "t1" })).values).toEqual({ id: "t1", colour: "red", name: "n" });
  });

  test("that breaks off is refused, and is no fault of ours", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
    const broken = new Request(url, {
      method: "POST",
      body,
      duplex: "half",
      headers: { "Content-Type": "application/json" },
    } as RequestInit);
    expect((await refusalOf(readInput(create, broken, { id: "t1" }))).code).toBe("invalid_request");
  });

  test("may be absent, and counts as {}", async () => {
    for (const request of [new Request(url, { method: "POST" }), json(""), json("  \n")]) {
      expect((await readInput(create, request, { id: "t1" })).values).toEqual({ id: "t1" });
    }
    expect((await readInput(remove, new Request(url, { method: "DELETE" }), { id: "t1" })).values).toEqual({
      id: "t1",
    });
  });

  test("has every bad field named by its path, those deep inside too", async () => {
    const body = '{"name":5,"parts":[{"size":1},{"size":"big"},{"size":2,"hue":1}],"extra":true}';
    const { details } = await refusalOf(readInput(create, json(body), { id: "t1" }));
    expect(details.issues?.map(({ param }) => param).toSorted()).toEqual([
      "extra",
      "name",
      "parts[1].size",
      "parts[2].hue",
    ]);
  });

  test("cannot put fields into objects that are not its own", async () => {
    for (const body of [
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"parts":[{"size":1,"__proto__":{"polluted":1}}]}',
    ]) {
      expect((await refusalOf(readInput(create, json(body), { id: "t1" }))).code).toBe("invalid_request");
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test("is cut off while it streams in, however long it says it is", async () => {
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
    expect((await refusalOf(readInput(create, request, { id: "t1" }))).code).toBe("payload_too_large");
    expect(sent).toBeLessThan(1024 * 1024);
  });

  test("may be of any JSON kind, and of no other", async () => {
    for (const type of ["application/json", "Application/JSON; charset=utf-8", "application/merge-patch+json"]) {
      expect((await readInput(create, json('{"name":"n"}', { "Content-Type": type }), { id: "t1" })).values.name).toBe(
        "n",
      );
    }
    for (const type of ["text/json", "application/jsonp", "application/x-json; a"]) {
      expect((await refusalOf(readInput(create, json("{}", { "Content-Type": type }), { id: "t1" }))).code).toBe(
        "unsupported_media_type",
      );
    }
  });
});

describe("the path", () => {
  test.each(["a\0b", "\ud800"])("names nothing when it holds %j", async (id) => {
    expect((await refusalOf(readInput(remove, new Request(url, { method: "DELETE" }), { id }))).code).toBe("not_found");
  });
});

describe("a form", () => {
  const post = (form: FormData) => new Request(url, { method: "POST", body: form });
  const form = (...entries: [string, string | Blob][]) => {
    const data = new FormData();
    for (const [name, value] of entries) data.append(name, value);
    return data;
  };
  const picture = (bytes: number) => new Blob([new Uint8Array(bytes).fill(7)], { type: "image/png" });

  test("gives its file with a digest, and its fields checked", async () => {
    const { values } = await readInput(upload, post(form(["image", picture(1000)], ["alt", "words"])), {});
    expect(values).toMatchObject({
      alt: "words",
      file: { bytes: { length: 1000 }, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  test("with one byte too many is refused as too large, whatever else is wrong with it", async () => {
    expect((await refusalOf(readInput(upload, post(form(["image", picture(1001)], ["wrong", "x"])), {}))).code).toBe(
      "payload_too_large",
    );
  });

  test("is refused without its file, with two, with a stranger, and with a bad field", async () => {
    const cases: [FormData, string][] = [
      [form(["alt", "x"]), "image"],
      [form(["image", picture(1)], ["image", picture(1)]), "image"],
      [form(["image", picture(1)], ["other", picture(1)]), "other"],
      [form(["image", picture(1)], ["surprise", "x"]), "surprise"],
      [form(["image", picture(1)], ["alt", "too long"]), "alt"],
    ];
    for (const [data, param] of cases) {
      const refusal = await refusalOf(readInput(upload, post(data), {}));
      expect([refusal.code, refusal.details.issues?.[0]?.param]).toEqual(["invalid_request", param]);
    }
  });

  test("that breaks off, or is none, is refused", async () => {
    const broken = new Request(url, {
      method: "POST",
      body: '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nabc',
      headers: { "Content-Type": "multipart/form-data; boundary=x" },
    });
    expect((await refusalOf(readInput(upload, broken, {}))).code).toBe("invalid_request");
    const unbounded = new Request(url, {
      method: "POST",
      body: "abc",
      headers: { "Content-Type": "multipart/form-data" },
    });
    expect((await refusalOf(readInput(upload, unbounded, {}))).code).toBe("invalid_request");
    expect((await refusalOf(readInput(upload, json("{}"), {}))).code).toBe("unsupported_media_type");
  });

  test("counts as another request when its file or a field differs", async () => {
    const fingerprints = await Promise.all(
      [
        form(["image", picture(5)]),
        form(["image", picture(5)]),
        form(["image", picture(6)]),
        form(["image", picture(5)], ["alt", "a"]),
      ].map(async (data) => (await readInput(upload, post(data), {})).fingerprint),
    );
    expect(fingerprints[0]).toBe(fingerprints[1]);
    expect(new Set(fingerprints).size).toBe(3);
  });
});
