import { existsSync, readFileSync } from "node:fs";
import type { NextConfig } from "next";
import { PHASE_PRODUCTION_SERVER } from "next/constants";
import { MAX_JSON_BYTES } from "@/lib/http/body/body-limits";
import { API_HEADERS, PUBLIC_API_HEADERS, SITE_HEADERS } from "@/lib/http/response/site-headers";
import { Builds } from "./scripts/tools/builds";

/** Pages linked from letters and invitations. Their URLs contain a secret, which must not reach another site. */
const LETTER_PAGES = ["/reset-password", "/verify-email", "/undo-email-change", "/unsubscribe", "/appeal", "/register"];
const NO_REFERRER = [{ key: "Referrer-Policy", value: "no-referrer" }];

/** What lib/domain/writing/markdown/pipeline.mjs imports. */
const RENDERER_PACKAGES = [
  "unified",
  "remark-parse",
  "remark-gfm",
  "remark-rehype",
  "rehype-sanitize",
  "rehype-stringify",
];

/** What lib/domain/accounts/imports/sources imports. */
const ARCHIVE_PACKAGES = ["yauzl", "htmlparser2", "@ipld/car", "@ipld/dag-cbor"];

/** Loaded only if tracing is configured. */
const TRACING_PACKAGES = [
  "@opentelemetry/api",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace-node",
];

/** The files of packages and of all their dependencies. */
function filesOf(names: string[]): string[] {
  const found = new Set(names);
  for (const name of found) {
    const manifest = `node_modules/${name}/package.json`;
    const { dependencies = {} } = existsSync(manifest)
      ? (JSON.parse(readFileSync(manifest, "utf8")) as { dependencies?: Record<string, string> })
      : {};
    for (const dependency of Object.keys(dependencies)) found.add(dependency);
  }
  return Array.from(found, (name) => `node_modules/${name}/**`);
}

/** Child processes (lib/infra/process/pool.ts) start their programs by path, which file tracing cannot see. */
function untracedFiles(): string[] {
  return [
    "lib/**/*.mjs",
    "app/cards/*",
    "node_modules/sharp/**",
    "node_modules/@img/**",
    "node_modules/next/og.js",
    "node_modules/next/dist/server/og/**",
    "node_modules/next/dist/compiled/@vercel/og/**",
    ...filesOf([...RENDERER_PACKAGES, ...ARCHIVE_PACKAGES]),
  ];
}

function pairsOf(headers: Record<string, string>) {
  return Object.entries(headers).map(([key, value]) => ({ key, value }));
}

const config = (phase: string): NextConfig => ({
  // Separate folders, so that tests do not overwrite the product's build, nor `npm run build` that of running servers.
  distDir:
    process.env.NEXT_DIST_DIR || (phase === PHASE_PRODUCTION_SERVER && new Builds(process.cwd()).newest()) || ".next",
  // A separate tsconfig, because Next writes every distDir into it. Types are checked by npm test.
  typescript: { tsconfigPath: "tsconfig.build.json", ignoreBuildErrors: true },
  poweredByHeader: false,
  // lib/server compresses better.
  compress: process.env.NEXT_COMPRESS !== "no",
  skipTrailingSlashRedirect: true,
  experimental: {
    turbopackFileSystemCacheForBuild: false,
    // How much of a body Next buffers for the middleware. Only JSON bodies reach it, and none may be larger.
    proxyClientMaxBodySize: MAX_JSON_BYTES,
    // Loads a page when it is first opened. Loading all of them, and the operations that workers answer, would take a
    // second and 100 MB at startup.
    preloadEntriesOnStart: false,
  },
  // No page uses resized images, so the resizing endpoint is disabled.
  images: { unoptimized: true },
  outputFileTracingIncludes: process.env.NEXT_TRACES === "no" ? {} : { "/**": untracedFiles() },
  serverExternalPackages: ["@node-rs/argon2", "sharp", "pg", "ioredis", "pino", "prom-client", ...TRACING_PACKAGES],
  rewrites: async () => [
    { source: "/docs/errors/:code([a-z_]+).md", destination: "/docs/markdown/error-:code" },
    { source: "/docs/api/:name([a-z]+).md", destination: "/docs/markdown/:name" },
    { source: "/.well-known/pegboard-archive-key", destination: "/api/archive-key" },
    { source: "/.well-known/oauth-authorization-server", destination: "/api/oauth/server-metadata" },
    { source: "/.well-known/oauth-protected-resource", destination: "/api/oauth/resource-metadata/api" },
    { source: "/.well-known/oauth-protected-resource/api/v1", destination: "/api/oauth/resource-metadata/api" },
    { source: "/.well-known/oauth-protected-resource/mcp", destination: "/api/oauth/resource-metadata/mcp" },
  ],
  headers: async () => [
    { source: "/:path*", headers: pairsOf(SITE_HEADERS) },
    ...LETTER_PAGES.map((source) => ({ source, headers: NO_REFERRER })),
    { source: "/api/:path*", headers: pairsOf(API_HEADERS) },
    { source: "/api/v1/:path*", headers: pairsOf(PUBLIC_API_HEADERS) },
    { source: "/mcp", headers: pairsOf({ ...API_HEADERS, ...PUBLIC_API_HEADERS }) },
  ],
});

export default config;
