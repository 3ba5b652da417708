import { readFileSync } from "node:fs";
import path from "node:path";
import { npmPackage } from "@/lib/openapi/client/npm-package";
import { composerPackage } from "@/lib/openapi/client/php/composer-package";
import { writePhp } from "@/lib/openapi/client/php/write-php";
import { wheelFiles } from "@/lib/openapi/client/python/wheel";
import { WHEEL } from "@/lib/openapi/client/python/wheel-name";
import { writePython } from "@/lib/openapi/client/python/write-python";
import { transpileClient, writeClient } from "@/lib/openapi/client/write-client";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { errorMarkdownPages } from "./error-pages";
import { commandsOf } from "./commands";
import { llmsFull, llmsIndex, markdownPages } from "./markdown";
import { postmanCollection } from "./postman";
import { referenceOf } from "./reference-data";
import { toolsOf } from "./tools";

/** A placeholder for the deployment's URL, which is known only when a server starts. No example may contain it. */
const SITE_URL = "https://site-url.invalid";

/** Returns everything derived from the operations, as TypeScript modules by file name. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const texts = Object.entries(await allTexts());
  return Object.fromEntries(texts.map(([name, text]) => [name, moduleOf(text)]));
}

/** Returns the text that the module of a generated file returns for a deployment at `siteUrl`. */
export async function generatedText(name: GeneratedFile, siteUrl: string): Promise<string> {
  return (await allTexts())[name].replaceAll(SITE_URL, siteUrl);
}

type Texts = Awaited<ReturnType<typeof textsFor>>;
type GeneratedFile = keyof Texts;

let made: Promise<Texts> | undefined;

/** Makes them once: each takes seconds, and they do not change while a process runs. */
const allTexts = () => (made ??= textsFor(SITE_URL));

async function textsFor(siteUrl: string) {
  const document = openApiDocument(siteUrl);
  const client = writeClient(document);
  const python = writePython(document);
  const guides = guidesFor(siteUrl);
  return {
    "openapi-document.ts": JSON.stringify(document),
    "reference-data.ts": JSON.stringify(referenceOf(document)),
    "client-typescript.ts": client,
    "client-javascript.ts": transpileClient(client),
    "npm-package.ts": JSON.stringify(
      await npmPackage(siteUrl, { client, commands: commandsOf(document), readme: guides.cli }),
    ),
    "client-python.ts": python,
    "python-package.ts": JSON.stringify(wheelFiles(siteUrl, { client: python, readme: guides.clients })),
    "php-package.ts": JSON.stringify(composerPackage(siteUrl, { client: writePhp(document), readme: guides.clients })),
    "tools.ts": JSON.stringify(toolsOf(document)),
    "postman-collection.ts": JSON.stringify(postmanCollection(document), null, 1),
    "llms.ts": llmsIndex(document),
    "llms-full.ts": llmsFull(document),
    "markdown-pages.ts": JSON.stringify({
      ...withGuides(markdownPages(document, siteUrl), guides),
      ...errorMarkdownPages(document),
    }),
  };
}

/** Pages of docs/ for developers who program against a deployment. */
const GUIDES = ["clients", "cookbook", "sandbox", "cli", "apps", "mcp"] as const;
type Guide = (typeof GUIDES)[number];

/** Those guides, for this deployment. */
function guidesFor(siteUrl: string): Record<Guide, string> {
  const guides = GUIDES.map((name) => {
    const guide = readFileSync(path.join(process.cwd(), `docs/${name}.md`), "utf8")
      .replaceAll("https://pegboard.example", siteUrl)
      .replaceAll("pegboard-VERSION-py3-none-any.whl", WHEEL)
      // Other pages exist only in the repository.
      .replaceAll(/\[([^[\]]+)\]\((\w+)\.md(#[\w-]+)?\)/g, (_link, words: string, page: string, anchor = "") =>
        GUIDES.some((known) => known === page) ? `[${words}](${siteUrl}/docs/api/${page}.md${anchor})` : words,
      );
    return [name, guide] as const;
  });
  return Object.fromEntries(guides) as Record<Guide, string>;
}

/** The pages of the reference and the guides. A guide comes before its group's operations. */
function withGuides(pages: Record<string, string>, guides: Record<Guide, string>): Record<string, string> {
  const all = Object.entries(guides).map(([name, guide]) => [name, [guide, pages[name]].filter(Boolean).join("\n")]);
  return { ...pages, ...Object.fromEntries(all) };
}

function moduleOf(text: string): string {
  const parts = JSON.stringify(text.split(SITE_URL));
  return `// Written by scripts/generate-openapi.ts.\nexport default (siteUrl: string): string => ${parts}.join(siteUrl);\n`;
}
