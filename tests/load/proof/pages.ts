import { chromium } from "@playwright/test";
import { execa } from "execa";
import { seedDemo } from "@/scripts/tools/demo";
import { freePort } from "@/scripts/tools/ports";
import { step, UserError } from "@/scripts/tools/terminal";
import { startTestServer } from "@/tests/support/test-server";
import { findBrowser } from "@/tests/support/browser";
import { joinAs } from "@/tests/support/member";
import { MOST_SCRIPT_KB, scriptKbOf } from "@/tests/support/page-weight";
import { table } from "../bench/table";
import { rehearse } from "../rehearsal";

/** The last release for Node 20. Fetched on demand, because it is a third of all packages. */
const LIGHTHOUSE = "lighthouse@12.8.2";
const RUNS = 5;
/** The score of 100 that a page needs, on Lighthouse's slow phone. */
const PERFORMANCE = 95;
/**
 * The benchmark index of the phone: Lighthouse emulates it by slowing a fast desktop (1500-2000) down four times, and
 * asks slower machines to slow down less. Source: docs/throttling.md of Lighthouse.
 */
const PHONE_INDEX = 1750 / 4;

interface Page {
  name: string;
  path: string;
  cookie?: string;
}

/** The part of Lighthouse's report that is used here. */
interface Report {
  environment: { benchmarkIndex: number };
  categories: Record<string, { score: number | null }>;
  audits: Record<
    string,
    { id: string; score: number | null; scoreDisplayMode: string; numericValue?: number; details?: unknown }
  >;
}

interface Marked {
  page: Page;
  report: Report;
  scriptKb: number;
}

/** Lighthouse's scores of the pages that newcomers see first, in its mobile setting: the median of a few runs. */
export async function prove(): Promise<void> {
  await rehearse(async (variables) => {
    const server = await startTestServer(variables.DATABASE_URL, variables);
    await step(
      "demo data",
      () => seedDemo(server.variables),
      () => "done",
    );
    const port = await freePort();
    const { args = [], ...found } = await findBrowser();
    const browser = await chromium.launch({ ...found, args: [...args, `--remote-debugging-port=${port}`] });
    try {
      const context = await browser.newContext({ baseURL: server.url });
      await joinAs(context, "Reader");
      const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
      const { data } = (await (await context.request.get("/api/feed?limit=1")).json()) as { data: { id: string }[] };
      const pages: Page[] = [
        { name: "feed", path: "/" },
        { name: "profile", path: "/users/ada" },
        { name: "post", path: `/posts/${data[0]?.id}` },
        { name: "build", path: "/builds/tabletop-plinko" },
        { name: "coins", path: "/coins", cookie },
      ];
      const connected = `--port=${port}`;
      const index = await benchmarkIndex(server.url, connected);
      const slowdown = Math.max(1, index / PHONE_INDEX);
      console.log(`Benchmark index ${index.toFixed(0)}: slowed down ${slowdown.toFixed(1)} times`);
      const marked: Marked[] = [];
      for (const page of pages) {
        const report = await medianOf(server.url, page, connected, `--throttling.cpuSlowdownMultiplier=${slowdown}`);
        marked.push({ page, report, scriptKb: await scriptKbOf(scriptsOf(report)) });
      }
      table(
        [
          "page",
          "performance",
          "accessibility",
          "best practices",
          "SEO",
          "first paint s",
          "largest s",
          "blocked ms",
          "script kB",
        ],
        marked.map(({ page, report, scriptKb }) => [
          page.name,
          ...marksOf(report).map(String),
          seconds(report, "first-contentful-paint"),
          seconds(report, "largest-contentful-paint"),
          valueOf(report, "total-blocking-time").toFixed(0),
          scriptKb.toFixed(1),
        ]),
      );
      const problems = marked.flatMap(problemsOf);
      if (problems.length > 0) throw new UserError(problems.join("\n"));
    } finally {
      await browser.close();
      await server.stop();
    }
  });
}

/** This machine's processor speed for a browser, by Lighthouse's own benchmark. */
async function benchmarkIndex(site: string, ...flags: string[]): Promise<number> {
  const indices: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { environment } = await reportOf(site, { path: "/" }, ...flags, "--only-categories=seo");
    indices.push(environment.benchmarkIndex);
  }
  return median(indices, (index) => index);
}

async function medianOf(site: string, page: Page, ...flags: string[]): Promise<Report> {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run += 1) reports.push(await reportOf(site, page, ...flags));
  return median(reports, (report) => marksOf(report)[0]!);
}

async function reportOf(site: string, { path, cookie }: Omit<Page, "name">, ...flags: string[]): Promise<Report> {
  const headers = cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : [];
  const command = ["--yes", LIGHTHOUSE, site + path, "--quiet", "--output=json", ...headers, ...flags];
  const { stdout } = await execa("npx", command, { stdin: "ignore" });
  return JSON.parse(stdout) as Report;
}

function median<T>(values: T[], by: (value: T) => number): T {
  return values.toSorted((a, b) => by(a) - by(b))[Math.floor(values.length / 2)]!;
}

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const marksOf = ({ categories }: Report) => CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100));
const valueOf = ({ audits }: Report, name: string) => audits[name]?.numericValue ?? 0;
const seconds = (report: Report, name: string) => (valueOf(report, name) / 1000).toFixed(1);

function scriptsOf({ audits }: Report): string[] {
  const details = audits["network-requests"]?.details as { items: { resourceType: string; url: string }[] } | undefined;
  return details?.items.filter(({ resourceType }) => resourceType === "Script").map(({ url }) => url) ?? [];
}

function problemsOf({ page: { name }, report, scriptKb }: Marked): string[] {
  const [performance = 0, ...others] = marksOf(report);
  const failed = Object.values(report.audits).filter(
    ({ score, scoreDisplayMode }) => scoreDisplayMode === "binary" && score === 0,
  );
  return [
    ...(performance < PERFORMANCE ? [`${name}: performance is ${performance}, not ${PERFORMANCE}`] : []),
    ...(others.some((mark) => mark < 100)
      ? [`${name}: not 100 in all else (${failed.map(({ id }) => id).join(", ")})`]
      : []),
    ...(scriptKb > MOST_SCRIPT_KB ? [`${name}: ${scriptKb.toFixed(1)} kB of script`] : []),
  ];
}
