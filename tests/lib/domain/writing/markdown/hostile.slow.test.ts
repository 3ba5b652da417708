// Slow: each of these documents takes as much processor time as a document may.
import { describe, expect, test } from "vitest";
import { render } from "@/lib/domain/writing/markdown/rendering";
import { DOCUMENT_LIMITS } from "@/lib/domain/writing/markdown/rules";
import { env } from "@/lib/infra/environment/env";
import { HOSTILE_DOCUMENTS } from "./hostile-documents";
import { faultsOf } from "./safe-html";

const site = env().siteUrl;
const html = async (source: string) => (await render({ source }, { owner: "somebody" })).html;

describe("a hostile document is bounded in time and size, and is safe or rejected:", () => {
  test.each(Object.entries(HOSTILE_DOCUMENTS))("%s", async (_, source) => {
    const { html, exceeded } = await render({ source, title: "x" }, { owner: "stranger" });
    if (exceeded !== undefined) expect([...Object.keys(DOCUMENT_LIMITS), "time", "memory"]).toContain(exceeded);
    else {
      expect(html.length).toBeLessThanOrEqual(DOCUMENT_LIMITS.htmlLength);
      expect(faultsOf(html, site)).toEqual([]);
    }
  });

  test("rejects a document that would take minutes of processor time", async () => {
    expect(await render({ source: "_*".repeat(50_000) }, { owner: "stranger" })).toEqual({ exceeded: "time" });
  });

  test("renders one account's readme while another's documents fill its share of the processes", async () => {
    const hostile = Array.from({ length: 4 }, () =>
      render({ source: HOSTILE_DOCUMENTS["runs of both markers"] ?? "" }, { owner: "stranger" }).catch(
        () => "overloaded",
      ),
    );
    expect(await html("*Loom*")).toBe("<p><em>Loom</em></p>");
    await Promise.all(hostile);
  });
});

test("renders prose of the maximum length", async () => {
  const article =
    "## Sagging\n\nA **long** shelf [sags](https://example.com/shelves), whatever `oak` it is of.\n\n- one\n- two\n\n"
      .repeat(980)
      .slice(0, 100_000);
  expect(faultsOf((await html(article)) ?? "<", site)).toEqual([]);
});
