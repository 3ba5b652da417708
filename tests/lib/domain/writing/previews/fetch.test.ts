import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { fetchPreview } from "@/lib/domain/writing/previews/fetch";
import {
  FETCH_TIMEOUT_MS,
  IMAGE_SIDE_PX,
  MAX_DESCRIPTION,
  MAX_HTML_BYTES,
  MAX_IMAGE_BYTES,
  MAX_TITLE,
  MAX_URL_LENGTH,
  OTHER_SITE_PAUSE_MS,
} from "@/lib/domain/writing/previews/rules";
import { env } from "@/lib/infra/environment/env";
import { useLyingSite } from "./lying-site";

const site = useLyingSite();
const titled = (title: string, more = "") =>
  `<html><head><title>${title}</title>${more}</head><body>Hello</body></html>`;
const og = (property: string, content: string) => `<meta property="og:${property}" content="${content}">`;

describe("a page is shown", () => {
  test("by its Open Graph, or else by its title and description", async () => {
    const more = og("title", "Better") + og("description", "All of it") + og("site_name", "The Site");
    expect(await fetchPreview(site.html(titled("Plain", more)))).toEqual({
      title: "Better",
      description: "All of it",
      siteName: "The Site",
      image: null,
    });
    const plain = site.html(titled(" Plain \n title ", `<meta name="description" content="Short &amp; sweet">`));
    expect(await fetchPreview(plain)).toEqual({
      title: "Plain title",
      description: "Short & sweet",
      siteName: "127.0.0.1",
      image: null,
    });
  });

  test.each([
    ["windows-1252", "text/html; charset=windows-1252", Buffer.from(titled("Caf\u00e9"), "latin1"), "Café"],
    [
      "named in the page",
      "text/html",
      Buffer.from(titled("Caf\u00e9", `<meta charset="iso-8859-1">`), "latin1"),
      "Caf",
    ],
    ["unknown", "text/html; charset=klingon", Buffer.from(titled("Café")), "Café"],
  ])("in the encoding %s", async (_name, type, body, title) => {
    const url = site.serve((response) => response.writeHead(200, { "Content-Type": type }).end(body));
    expect((await fetchPreview(url))?.title).toContain(title);
  });

  test("as text without controls, what reorders it, or nothing to see, and within bounds", async () => {
    const long = "x".repeat(5000);
    const url = site.html(titled(`a\u202Eb\u0000c\uFFFF${long}`, og("description", `${long}&#0;&#x202E;`)));
    const { title = "", description = "" } = (await fetchPreview(url)) ?? {};
    expect(title).toMatch(/^abc?x/);
    expect([[...title].length, [...description].length]).toEqual([MAX_TITLE, MAX_DESCRIPTION]);
    expect(await fetchPreview(site.html(titled("\u200B\u2800")))).toBeNull();
  });

  test("with a picture that is ours: drawn again, still, and no larger than it may be", async () => {
    const noise = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: "red" } })
      .jpeg()
      .toBuffer();
    const picture = site.serve((response) => response.writeHead(200, { "Content-Type": "text/plain" }).end(noise));
    const path = new URL(picture).pathname;
    const image = (await fetchPreview(site.html(titled("Pictured", og("image", path)))))?.image;
    expect(image).toMatchObject({ contentType: "image/webp", width: IMAGE_SIDE_PX, height: 900 });
    expect(image?.bytes.length).toBeLessThan(MAX_IMAGE_BYTES);
  });

  test("to a site that is told who asks, and that no browser does", async () => {
    await fetchPreview(site.html(titled("Asked")));
    for (const { headers } of site.asked) {
      expect(headers["user-agent"]).toBe(`Pegboard/1.0 (link preview; +${env().siteUrl})`);
      expect(headers).not.toHaveProperty("cookie");
      expect(headers).not.toHaveProperty("referer");
      expect(headers["accept-encoding"]).toBe("identity");
    }
  });
});

describe("a page is not shown", () => {
  test.each([
    ["a status other than 200", 500, "text/html", titled("No")],
    ["another type", 200, "application/json", titled("No")],
    ["no title", 200, "text/html", "<html><body>Hello"],
    ["a request not to index it", 200, "text/html", titled("No", `<meta name="ROBOTS" content="noindex">`)],
    ["no bytes at all", 200, "text/html", ""],
    ["a title only in its body", 200, "text/html", "<html><head></head><body><title>No</title></body></html>"],
  ])("if it answers with %s", async (_what, status, type, body) => {
    const url = site.serve((response) => response.writeHead(status, { "Content-Type": type }).end(body));
    expect(await fetchPreview(url)).toBeNull();
  });

  test("if it is compressed, so that few bytes cannot become many", async () => {
    const bomb = gzipSync(Buffer.from(titled("x".repeat(10_000_000))));
    const url = site.serve((response) =>
      response.writeHead(200, { "Content-Type": "text/html", "Content-Encoding": "gzip" }).end(bomb),
    );
    expect(await fetchPreview(url)).toBeNull();
  });

  test("if it asks by its header not to be shown", async () => {
    expect(await fetchPreview(site.html(titled("No"), { "X-Robots-Tag": "nosnippet" }))).toBeNull();
  });

  test("if its head is nested deeper than any, which takes long to read", async () => {
    const url = site.html(`${"<b>".repeat(100)}${"</i>".repeat(1000)}<title>Deep</title>`);
    expect(await fetchPreview(url)).toBeNull();
  });

  test("if its end comes after the bytes that are read", async () => {
    const url = site.html(`<head><!--${"x".repeat(MAX_HTML_BYTES)}--><title>Late</title>`);
    expect(await fetchPreview(url)).toBeNull();
  });
});

describe("a redirect", () => {
  const to = (location: string, status = 302) =>
    site.serve((response) => response.writeHead(status, { Location: location }).end());

  test("is followed twice, and not a third time", async () => {
    const page = site.html(titled("There"));
    const [second] = [to(page)];
    const first = to(second, 307);
    expect((await fetchPreview(first))?.title).toBe("There");
    expect(await fetchPreview(to(first))).toBeNull();
  });

  test.each([
    "file:///etc/passwd",
    "javascript:alert(1)",
    "ftp://example.com/",
    "//[",
    "http://me:you@127.0.0.1:9000/",
  ])("to %s is not followed", async (location) => expect(await fetchPreview(to(location))).toBeNull());

  test.each([
    "https://127.0.0.1:8443/",
    "https://[::1]/",
    "https://169.254.169.254/",
    "https://10.0.0.1/",
    "https://localhost/",
  ])("to the private host of %s is not followed from a public one", async (location) => {
    const before = site.asked.length;
    const url = site.serve((response) => {
      env().webhooks.allowPrivateTargets = false;
      response.writeHead(302, { Location: location }).end();
    });
    expect(await fetchPreview(url)).toBeNull();
    expect(site.asked.slice(before).map(({ path }) => path)).not.toContain("/");
  });

  test("to an address that is too long is not followed, nor is such a picture fetched", async () => {
    const long = `/${"x".repeat(MAX_URL_LENGTH)}`;
    expect(await fetchPreview(to(long))).toBeNull();
    const page = (base: string) => site.html(`<base href="${base}">${titled("Pictured", og("image", long.slice(1)))}`);
    for (const base of ["/", `/${"x".repeat(MAX_HTML_BYTES / 2)}/`])
      expect(await fetchPreview(page(base))).toMatchObject({ title: "Pictured", image: null });
    expect(site.asked.map(({ path }) => path).filter((path) => path.length > 100)).toEqual([]);
  });

  test("to one site from many pages of others reaches it one after the other", async () => {
    const at: number[] = [];
    const target = site.serve((response) => {
      at.push(performance.now());
      response.writeHead(200, { "Content-Type": "text/html" }).end(titled("Flooded"));
    });
    const pages = Array.from({ length: 5 }, () => to(target).replace("127.0.0.1", "localhost"));
    const previews = await Promise.all(pages.map(fetchPreview));
    expect(previews.map((preview) => preview?.title)).toEqual(Array(5).fill("Flooded"));
    const span = at.at(-1)! - at[0]!;
    expect(span, "timers never fire early").toBeGreaterThan(4 * OTHER_SITE_PAUSE_MS - 50);
  });

  test("to a picture on a private host is not followed", async () => {
    const picture = site.serve((response) => response.writeHead(200).end("secret"));
    const page = site.serve((response) => {
      env().webhooks.allowPrivateTargets = false;
      response.writeHead(200, { "Content-Type": "text/html" }).end(titled("Pictured", og("image", picture)));
    });
    expect(await fetchPreview(page)).toMatchObject({ title: "Pictured", image: null });
    expect(site.asked.map(({ path }) => path)).not.toContain(new URL(picture).pathname);
  });
});

describe("a server that", () => {
  const within = async (url: string) => {
    const startedAt = performance.now();
    const preview = await fetchPreview(url);
    expect(performance.now() - startedAt).toBeLessThan(2.5 * FETCH_TIMEOUT_MS);
    return preview;
  };

  test("never answers is left", async () => expect(await within(site.serve(() => undefined))).toBeNull());

  test("drips its page is left with what it said until then", async () => {
    const url = site.serve((response) => {
      response.writeHead(200, { "Content-Type": "text/html" });
      response.write("<head><title>Slow</title>");
      const timer = setInterval(() => response.write(" "), 100);
      response.on("close", () => clearInterval(timer));
    });
    expect((await within(url))?.title).toBe("Slow");
  });

  test("sends without end is read no further than a page may be long", async () => {
    let sent = 0;
    const url = site.serve((response) => {
      response.writeHead(200, { "Content-Type": "text/html" });
      response.write("<head><title>Endless</title>");
      const more = () => {
        while (!response.destroyed && (sent += 65_536) && response.write("<p>".repeat(21_845)));
      };
      response.on("drain", more);
      more();
    });
    expect((await within(url))?.title).toBe("Endless");
    expect(sent).toBeLessThan(64 * MAX_HTML_BYTES);
  });

  test("breaks off, or speaks no HTTP, shows nothing", async () => {
    expect(await within(site.serve((response) => response.destroy()))).toBeNull();
    const raw = site.serve((response) => void response.socket?.end("SSH-2.0-OpenSSH\r\n"));
    expect(await within(raw)).toBeNull();
    expect(await within("http://127.0.0.1:1/")).toBeNull();
  });

  test.each([
    ["unclosed tags", "<".repeat(MAX_HTML_BYTES)],
    ["attributes without end", `<meta ${"a=b ".repeat(MAX_HTML_BYTES / 4)}`],
    ["ten thousand facts", og("x", "y").repeat(10_000)],
    ["nested elements", "<b>".repeat(MAX_HTML_BYTES / 3)],
    ["entities", "<title>" + "&amp;".repeat(MAX_HTML_BYTES / 5)],
    ["comments", "<!--".repeat(MAX_HTML_BYTES / 4)],
  ])("sends %s is read in little time", async (_what, body) => {
    const url = site.html(body.slice(0, MAX_HTML_BYTES));
    await fetchPreview(url);
    const startedAt = process.cpuUsage();
    await fetchPreview(url);
    const { user, system } = process.cpuUsage(startedAt);
    expect(user + system, "microseconds").toBeLessThan(2_000_000);
  });

  test.each([
    ["no picture", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")],
    ["a damaged one", Buffer.from("\x89PNG\r\n\x1a\nnot really", "latin1")],
    ["an empty one", Buffer.alloc(0)],
  ])("names as its picture %s is shown without", async (_what, bytes) => {
    const picture = site.serve((response) => response.writeHead(200, { "Content-Type": "image/png" }).end(bytes));
    expect(await fetchPreview(site.html(titled("Pictured", og("image", picture))))).toMatchObject({
      title: "Pictured",
      image: null,
    });
  });
});

describe("a site's robots.txt", () => {
  test("keeps pages from being fetched, and is read once", async () => {
    // Another port is another origin, whose rules nobody has read yet.
    const { createServer } = await import("node:http");
    const asked: string[] = [];
    const own = createServer((request, response) => {
      asked.push(request.url ?? "");
      if (request.url === "/robots.txt") response.end("User-agent: Pegboard\nDisallow: /private");
      else response.writeHead(200, { "Content-Type": "text/html" }).end(titled("Open"));
    });
    await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
    const { port } = own.address() as { port: number };
    const base = `http://127.0.0.1:${port}`;
    expect(await fetchPreview(`${base}/private/a`)).toBeNull();
    expect((await fetchPreview(`${base}/public`))?.title).toBe("Open");
    expect(asked).toEqual(["/robots.txt", "/public"]);
    own.closeAllConnections();
    own.close();
  });
});
