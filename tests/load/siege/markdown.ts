import { type Attack, attack } from "./attack";
import { crowd } from "./crowd";
import { beside } from "./beside";
import { type Member, newMember, newMembers } from "./member";
import type { Asking, Target } from "./target";

/** The maximum length of a readme. */
const LENGTH = 20_000;
const READERS = 4;

const filled = (piece: string) => piece.repeat(Math.floor(LENGTH / piece.length));
const numbered = (line: (n: number) => string) => {
  let text = "";
  for (let n = 0; text.length + line(n).length <= LENGTH; n += 1) text += line(n);
  return text;
};

/** Documents that cost more to render than to write, by the expensive construct in them. */
const DOCUMENTS: Record<string, { description: string; readmes: string[] }> = {
  headings: {
    description: "headings with thousands of spaces in them",
    readmes: [`#${" ".repeat(LENGTH - 2)}x`, `# x${" ".repeat(LENGTH - 5)}#y`, `#\t${"\t ".repeat(9_990)}x`],
  },
  tables: {
    description: "tables of 2,400 columns and 5,000 rows",
    readmes: [tableOf(2400), tableOf(4500), tableOf(150)],
  },
  emphasis: {
    description: "emphasis that is opened and never closed",
    readmes: ["*a_ ", "_*", "**a __b ", "~a*~_", "*a **b "].map(filled),
  },
  brackets: {
    description: "links and pictures that are opened and never closed",
    readmes: ["[", "![", "[a](", "[a](<", "[![](", "[a][", "[^a"].map(filled),
  },
  nesting: {
    description: "lists and quotes within one another, as deep as may be",
    readmes: [
      filled(`${"> - ".repeat(6)}a\n`),
      numbered((n) => `${"  ".repeat(n)}- a\n`),
      numbered((n) => `${">".repeat(1 + (n % 12))} a\n`),
      numbered((n) => `${" ".repeat(n)}- > a\n`),
    ],
  },
  references: {
    description: "thousands of definitions, footnotes and references to them",
    readmes: [
      numbered((n) => `[${n}]: /a\n[${n}]\n`),
      numbered((n) => `[^${n}]: a\n[^${n}]\n\n`),
      `[^a]: b\n\n${filled("[^a]").slice(0, LENGTH - 20)}`,
    ],
  },
  marks: {
    description: "code marks of every length, half tags, half entities, addresses",
    readmes: [
      numbered((n) => `${"`".repeat(n + 1)}a`),
      ...["<a ", "<!--", "</", "&amp", "www.a.", "a@b.", "http://a.b(", "\\", "a\u0300", "***\n"].map(filled),
    ],
  },
};

function tableOf(columns: number): string {
  const head = `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n`;
  return head + "a\n".repeat(Math.floor((LENGTH - head.length) / 2));
}

const draftOf = (readme: string) => ({
  title: "A build of words",
  description: "It says a great deal, at length.",
  category: "tools",
  technologies: [],
  price: null,
  repoUrl: null,
  demoUrl: null,
  readme,
});

/** Documents written during the siege: some servers would render them on write, others for each reader. */
export const MARKDOWN: Attack[] = Object.entries(DOCUMENTS).map(([of, { description, readmes }]) =>
  attack({
    name: `markdown-${of}`,
    description: `${description}, written once and read in a loop`,
    prepare: newMember,
    async run(target, signal, { cookie }) {
      const slugs: string[] = [];
      const writing = writeAll(target, signal, cookie, readmes, slugs);
      await crowd(READERS, signal, (reader, round) => {
        const slug = slugs[(reader + round) % (slugs.length || 1)];
        return slug
          ? target.ask({ path: `/builds/${slug}`, from: reader })
          : new Promise((resolve) => setTimeout(resolve, 50));
      });
      await writing;
    },
  }),
);

async function writeAll(
  target: Target,
  signal: AbortSignal,
  cookie: string,
  readmes: string[],
  slugs: string[],
): Promise<void> {
  for (const readme of readmes) {
    if (signal.aborted) return;
    const { status, text } = await target.ask({ method: "POST", path: "/api/builds", cookie, body: draftOf(readme) });
    if (status === 201) slugs.push((JSON.parse(text) as { slug: string }).slug);
  }
}

const PREVIEW_LENGTH = 100_000;
const LONG = ["*a_ ", "[a](", "> ", "~a*~_", "[^a]"].map((piece) =>
  piece.repeat(Math.floor(PREVIEW_LENGTH / piece.length)),
);
/** A separate process has to start for it. */
const PREVIEW_P90_MS = 1500;

const askedPreview = ({ cookie }: Member, text: string, from?: number): Asking => ({
  method: "POST",
  path: "/api/markdown/preview",
  cookie,
  body: { text },
  ...(from !== undefined && { from }),
});

const preview = (target: Target, member: Member, text: string, from: number) =>
  target.ask(askedPreview(member, text, from));

const newMembersOf = (count: number) => () => newMembers(count);

const ALL = Object.values(DOCUMENTS).flatMap(({ readmes }) => readmes);

MARKDOWN.push(
  attack({
    name: "markdown-rewritten",
    description: "one build rewritten without end, by eight at once, with all of these in turn",
    async prepare(target) {
      const author = await newMember();
      const { text } = await target.ask({
        method: "POST",
        path: "/api/builds",
        cookie: author.cookie,
        body: draftOf("A word."),
      });
      return { ...author, slug: (JSON.parse(text) as { slug: string }).slug };
    },
    run: (target, signal, { cookie, slug }) =>
      crowd(8, signal, (client, round) =>
        target.ask({
          method: "PATCH",
          path: `/api/builds/${slug}`,
          cookie,
          body: draftOf(ALL[(client * 3 + round) % ALL.length]!),
          from: client,
        }),
      ),
  }),
  attack({
    name: "markdown-previewed-long",
    description: "three previews at once of 100 kB that cost the most, by one account, beside another's of one line",
    prepare: newMembersOf(2),
    run: (target, signal, [author, other]) =>
      Promise.all([
        crowd(3, signal, (client, round) => preview(target, author!, LONG[(client + round) % LONG.length]!, client)),
        beside(target, signal, () => askedPreview(other!, "*One* line"), { p90Ms: PREVIEW_P90_MS, periodMs: 500 }),
      ]),
  }),
  attack({
    name: "markdown-previewed",
    description: "the editor's preview asked for all of these, by eight at once",
    prepare: newMember,
    run: (target, signal, { cookie }) =>
      crowd(8, signal, (client, round) =>
        target.ask({
          method: "POST",
          path: "/api/markdown/preview",
          cookie,
          body: { text: ALL[(client * 3 + round) % ALL.length]! },
          from: client,
        }),
      ),
  }),
);
