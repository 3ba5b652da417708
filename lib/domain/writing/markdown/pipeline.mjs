// Renders Markdown to safe HTML, in the child processes of renderer.mjs, where it may be slow or run out of memory
// without affecting anybody. Increment RENDERER_VERSION in rules.ts whenever the output changes.
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { parseUrl } from "../../kernel/text/parse-url.mjs";
import { endOfLink } from "../../kernel/text/links.mjs";

/** Renders a document: `{ html }`, or the limit that it exceeds, `{ exceeded }`. */
export function renderToHtml({ source, title, baseUrl, imagePrefixes, imageSizes, limits }) {
  const document = processor.parse(source);
  const exceeded = exceededLimit(document, limits);
  if (exceeded) return { exceeded };
  if (title !== undefined) removeRepeatedTitle(document, title);
  const html = processor.stringify(processor.runSync(document, { data: { baseUrl, imagePrefixes, imageSizes } }));
  return html.length > limits.htmlLength ? { exceeded: "htmlLength" } : { html };
}

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(bareUrls)
  .use(remarkRehype)
  // Raw HTML is dropped before this step. So all ids so far come from footnotes, and remark-rehype has prefixed those
  // and the links to them.
  .use(rehypeSanitize, { ...defaultSchema, clobberPrefix: "" })
  .use(headingLevels)
  .use(sections)
  .use(decorate)
  .use(rehypeStringify);

/** Finds the same links in the text as in posts, instead of those by GFM's grammar, which end too late. */
function bareUrls() {
  const data = this.data();
  const [h, H] = ["h", "H"].map((letter) => letter.charCodeAt(0));
  data.micromarkExtensions.push({
    text: { [h]: bareUrl, [H]: bareUrl },
    disable: { null: ["protocolAutolink", "wwwAutolink", "emailAutolink"] },
  });
  // One of GFM's extensions looks for links once more, in the finished text.
  const others = data.fromMarkdownExtensions.flat().filter(({ transforms }) => !transforms);
  data.fromMarkdownExtensions = [...others, bareUrlFromMarkdown];
}

/** Their syntax, for micromark. What is Markdown in an address belongs to it. A chunk of text ends with its line. */
const bareUrl = {
  name: "bareUrl",
  tokenize(effects, ok, nok) {
    const start = this.now();
    const endOfChunk = { ...start, _index: start._index + 1, _bufferIndex: -1 };
    let left = endOfLink(this.sliceSerialize({ start, end: endOfChunk }), 0);
    return left === undefined ? nok : begin;

    function begin(code) {
      effects.enter("bareUrl");
      return inside(code);
    }

    function inside(code) {
      if (left === 0) {
        effects.exit("bareUrl");
        return ok(code);
      }
      left -= 1;
      effects.consume(code);
      return inside;
    }
  },
};

const bareUrlFromMarkdown = {
  enter: {
    bareUrl(token) {
      const value = this.sliceSerialize(token);
      // The sanitizer knows schemes in lower case only.
      const url = value.replace(/^https?/i, (scheme) => scheme.toLowerCase());
      this.enter({ type: "link", url, title: null, children: [{ type: "text", value }] }, token);
    },
  },
  exit: {
    bareUrl(token) {
      this.exit(token);
    },
  },
};

/**
 * Returns the limit that a document exceeds. The steps after parsing recurse, and multiply table cells and uses of a
 * definition, so this runs before them.
 */
function exceededLimit(document, limits) {
  const definitions = new Map();
  const references = [];
  let nodes = 0;
  let length = 0;
  for (const { node, depth } of descendants(document)) {
    if (depth > limits.depth) return "depth";
    nodes += 1;
    length += (node.value?.length ?? 0) + addressLength(node);
    if (node.type === "table") {
      if (node.align.length > limits.tableColumns) return "tableColumns";
      // Short rows are filled up with empty cells.
      nodes += node.align.length * node.children.length;
    }
    if (node.type === "definition" && !definitions.has(node.identifier))
      definitions.set(node.identifier, addressLength(node));
    if (node.type === "linkReference" || node.type === "imageReference") references.push(node.identifier);
    if (nodes > limits.nodes) return "nodes";
  }
  for (const identifier of references) length += definitions.get(identifier) ?? 0;
  return length > limits.htmlLength ? "htmlLength" : undefined;
}

const addressLength = ({ url, title }) => (url?.length ?? 0) + (title?.length ?? 0);

/** Yields every node with its depth, in document order. Iterative, because the tree may still be of any depth. */
function* descendants(root) {
  const stack = [{ node: root, depth: 0 }];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    yield entry;
    for (const child of (entry.node.children ?? []).toReversed()) stack.push({ node: child, depth: entry.depth + 1 });
  }
}

/** Removes a first heading that only repeats the title, which the page shows above it. */
function removeRepeatedTitle(document, title) {
  const [first] = document.children;
  if (first?.type === "heading" && first.depth === 1 && folded(textOf(first)) === folded(title))
    document.children.shift();
}

const folded = (text) => text.trim().toLowerCase();
const textOf = (root) => Array.from(descendants(root), ({ node }) => node.value ?? "").join("");

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];

/** Shifts headings below the page's own h1 and closes gaps between levels, whatever levels the author used. */
function headingLevels() {
  return (root) => {
    const above = [];
    for (const { node } of descendants(root)) {
      if (!HEADINGS.includes(node.tagName)) continue;
      while (above.length > 0 && above.at(-1) >= node.tagName) above.pop();
      above.push(node.tagName);
      node.tagName = HEADINGS[Math.min(above.length, HEADINGS.length - 1)];
    }
  };
}

/** Precedes the id of a heading, so that it is neither one of the page's own nor a footnote's. */
const SECTION = "section-";

/** Gives headings the ids that authors know from GitHub, with our prefix, and leads the document's links to them. */
function sections() {
  return (root) => {
    const nodes = Array.from(descendants(root), ({ node }) => node);
    const repetitions = new Map();
    for (const { tagName, properties, ...heading } of nodes) {
      if (!HEADINGS.includes(tagName) || properties.id) continue;
      const slug = uniqueSlug(textOf(heading), repetitions);
      if (slug) properties.id = SECTION + slug;
    }
    const fragments = new Map(Array.from(repetitions.keys(), (slug) => [`#${encodeURI(slug)}`, slug]));
    for (const { tagName, properties } of nodes) {
      const slug = tagName === "a" && fragments.get(properties.href);
      if (slug) properties.href = `#${SECTION}${encodeURI(slug)}`;
    }
  };
}

/** Returns GitHub's slug of a heading: words joined by hyphens, numbered if it repeats; "" if it has no words. */
function uniqueSlug(text, repetitions) {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
  let slug = name;
  while (slug && repetitions.has(slug)) {
    repetitions.set(name, repetitions.get(name) + 1);
    slug = `${name}-${repetitions.get(name)}`;
  }
  if (slug) repetitions.set(slug, 0);
  return slug;
}

/** Adds what our pages need to the author's markup. */
function decorate() {
  return (root, { data }) => decorateChildren(root, { ...data, insideLink: false });
}

function decorateChildren(parent, context) {
  parent.children = parent.children?.flatMap((node) => {
    if (node.type !== "element") return node;
    decorateChildren(node, node.tagName === "a" ? { ...context, insideLink: true } : context);
    // Autolinks and footnotes may be inside the text of a link, and HTML does not nest links.
    if (node.tagName === "a" && context.insideLink) return node.children;
    return DECORATIONS[node.tagName]?.(node, context) ?? node;
  });
}

const DECORATIONS = {
  a: ({ properties }) => {
    if (!isOwnPath(properties.href ?? ""))
      Object.assign(properties, { rel: ["nofollow", "ugc", "noopener"], target: "_blank" });
  },
  img: decorateImage,
  input: ({ properties }) => {
    properties.ariaLabel = properties.checked ? "Done" : "To do";
  },
  // Wide code and tables scroll, by keyboard as well.
  pre: ({ properties }) => {
    properties.tabIndex = 0;
  },
  table: (table) => element("div", { className: ["table-frame"], tabIndex: 0 }, [table]),
};

const isOwnPath = (href) =>
  href.startsWith("#") || (href.startsWith("/") && !href.startsWith("//") && !href.startsWith("/\\"));

/** Replaces an image of another site, whose owner would learn who reads this, with a link to it. */
function decorateImage(image, { baseUrl, imagePrefixes, imageSizes, insideLink }) {
  const { src, alt, title } = image.properties;
  const url = (src && parseUrl(src, baseUrl)?.href) || "";
  if (imagePrefixes.some((prefix) => url.startsWith(prefix))) {
    const [width, height] = imageSizes[url.slice(url.lastIndexOf("/") + 1)] ?? [];
    Object.assign(image.properties, {
      alt: alt ?? "",
      width,
      height,
      loading: "lazy",
      decoding: "async",
      referrerPolicy: "no-referrer",
    });
    return image;
  }
  const text = { type: "text", value: alt || src || "" };
  if (!url || insideLink) return text;
  const link = element("a", { href: src, ...(title && { title }) }, [text]);
  DECORATIONS.a(link);
  return link;
}

const element = (tagName, properties, children) => ({ type: "element", tagName, properties, children });
