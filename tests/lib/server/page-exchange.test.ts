import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { removeInternalHeaders } from "@/lib/server/page-exchange";

const NEXT = path.resolve("node_modules/next/dist");

/** Headers of browsers, proxies and Next's own client, and names in Next's code that are not request headers. */
const SENT = [
  "next-router-state-tree",
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "next-url",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
];
const NO_HEADERS = [
  "next-error",
  "next-size-adjust",
  "next-patch",
  "next-render-worker-",
  "next-instant-navigation-testing",
  "x-edge-runtime",
  "x-gzip",
];

function headerNamesInNext(): string[] {
  const files = fs
    .readdirSync(path.join(NEXT, "server"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"));
  const texts = [
    ...files.map((file) => `server/${file}`),
    "lib/constants.js",
    "client/components/app-router-headers.js",
  ].map((file) => fs.readFileSync(path.join(NEXT, file), "utf8"));
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/["']((?:x|next)-[a-z-]+)["']/g)].map(([, name]) => name!))),
  ];
}

test("removes every header that Next's parts use among themselves", () => {
  const names = headerNamesInNext().filter((name) => !NO_HEADERS.includes(name));
  expect(names).toContain("x-middleware-prefetch");
  const headers = Object.fromEntries(names.map((name) => [name, "1"]));
  removeInternalHeaders({ headers });
  expect(Object.keys(headers).toSorted(), "Next reads a header that is not known here: does a client send it?").toEqual(
    SENT.toSorted(),
  );
});

test("keeps the headers of browsers, proxies and Next's own client", () => {
  const sent = {
    host: "x",
    accept: "*/*",
    cookie: "a=b",
    rsc: "1",
    "x-request-id": "abc",
    "x-api-key": "key",
    "x-real-ip": "192.0.2.1",
    ...Object.fromEntries(SENT.map((name) => [name, "1"])),
  };
  const headers = { ...sent };
  removeInternalHeaders({ headers });
  expect(headers).toEqual(sent);
});
