// Draws social cards: a program of lib/infra/process/pool.ts. app/cards/card.ts gives it its jobs.
import { readFileSync } from "node:fs";
import { ImageResponse } from "next/og.js";
import { serveJobs } from "../../lib/infra/process/serve-jobs.mjs";
import { codePointsOf, drawable } from "./drawable.mjs";

// The library fetches missing fonts and emoji from a CDN. Nothing here may use the network, so it gets an empty
// picture. Its own parts are data URLs.
const { fetch } = globalThis;
const NOTHING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
globalThis.fetch = async (address) => (String(address).startsWith("data:") ? fetch(address) : new Response(NOTHING));

/**
 * The product's two typefaces, in the one weight that a card needs, cut from @fontsource-variable's files (SIL Open
 * Font License): the renderer reads neither WOFF2 nor variable fonts.
 */
const FONTS = [
  { name: "Bricolage", file: "bricolage.ttf" },
  { name: "Bricolage", file: "bricolage-ext.ttf" },
  { name: "Instrument", file: "instrument.ttf" },
  { name: "Instrument", file: "instrument-ext.ttf" },
].map(({ name, file }) => ({ name, data: readFileSync(new URL(file, import.meta.url)) }));
const POINTS = new Set(FONTS.flatMap(({ data }) => codePointsOf(data)));

/** The light theme's colours, in a notation that the renderer understands. */
const PAPER = "#f9f6f1";
const SHEET = "#fefdfb";
const LINE = "#ded9d0";
const INK = "#271e16";
const MUTED = "#675e53";
const BRAND = "#aa3e22";
const HOLES = dataUrl(
  `<svg xmlns="http://www.w3.org/2000/svg" width="56" height="56"><circle cx="14" cy="14" r="3.5" fill="#ddd6cb"/><circle cx="42" cy="42" r="3.5" fill="#ddd6cb"/></svg>`,
);
const PEGS = [
  [8, 7.5],
  [16, 7.5],
  [8, 16],
  [16, 16],
  [8, 24.5],
];

/** Many times what a card takes. */
const MAX_CPU_MS = 5_000;

serveJobs(draw, { maxCpuMs: MAX_CPU_MS });

async function draw({ width, height, site, kicker, title, text, by, aside }) {
  const [name, label, words] = [by?.name ?? "", kicker, text].map((said) => drawable(said, POINTS));
  // If the fonts lack the title's letters, the author's name or handle takes its place.
  const heading = drawable(title, POINTS) || name || (by ? `@${by.handle}` : drawable(site, POINTS));
  const response = new ImageResponse(
    sheet({
      site: drawable(site, POINTS),
      label,
      heading,
      words,
      by: by && { ...by, name },
      aside: drawable(aside, POINTS),
    }),
    { width, height, fonts: FONTS },
  );
  return Buffer.from(await response.arrayBuffer());
}

/** The card. Always in the light theme, because it is shown on other sites. */
function sheet({ site, label, heading, words, by, aside }) {
  return element(
    "div",
    {
      display: "flex",
      width: "100%",
      height: "100%",
      padding: 44,
      background: PAPER,
      backgroundImage: `url("${HOLES}")`,
      backgroundSize: "56px 56px",
      fontFamily: "Instrument",
      color: INK,
    },
    [
      element(
        "div",
        {
          display: "flex",
          flexDirection: "column",
          width: "100%",
          padding: "52px 60px 44px",
          background: SHEET,
          border: `2px solid ${LINE}`,
          borderRadius: 28,
        },
        [
          element("div", { display: "flex", alignItems: "center", gap: 18 }, [
            mark(),
            element("span", { fontFamily: "Bricolage", fontSize: 40, letterSpacing: "-0.03em" }, site),
            label && element("span", { marginLeft: "auto", fontSize: 28, color: BRAND }, label),
          ]),
          element("div", { display: "flex", flexDirection: "column", flexGrow: 1, justifyContent: "center", gap: 20 }, [
            element(
              "div",
              {
                display: "block",
                fontFamily: "Bricolage",
                fontSize: sizeFor(heading),
                lineHeight: 1.14,
                letterSpacing: "-0.02em",
                lineClamp: 5,
                wordBreak: "break-word",
              },
              heading,
            ),
            words &&
              element(
                "div",
                {
                  display: "block",
                  fontSize: 32,
                  lineHeight: 1.4,
                  color: MUTED,
                  lineClamp: 3,
                  wordBreak: "break-word",
                },
                words,
              ),
          ]),
          element("div", { display: "flex", alignItems: "center", gap: 20, fontSize: 30 }, [
            by && author(by),
            aside && element("span", { marginLeft: "auto", color: MUTED }, aside),
          ]),
        ],
      ),
    ],
  );
}

function author({ name, handle, avatar }) {
  return element("div", { display: "flex", alignItems: "center", gap: 18 }, [
    element("img", { borderRadius: 64 }, undefined, { src: dataUrl(avatar), width: 64, height: 64 }),
    name && element("span", {}, name),
    element("span", { color: MUTED }, `@${handle}`),
  ]);
}

function mark() {
  const circle = ([cx, cy], r, fill) => element("circle", {}, undefined, { cx, cy, r, fill });
  return element("svg", {}, [...PEGS.map((peg) => circle(peg, 2.6, INK)), circle([22.5, 11.75], 4.3, BRAND)], {
    viewBox: "4 4 24 24",
    width: 56,
    height: 56,
  });
}

/** Creates an element as JSX would, because nothing compiles this program. */
function element(type, style, children, more = {}) {
  return {
    type,
    key: null,
    props: { style, children: Array.isArray(children) ? children.filter(Boolean) : children, ...more },
  };
}

function sizeFor(heading) {
  if (heading.length < 40) return 84;
  if (heading.length < 90) return 64;
  return heading.length < 170 ? 50 : 40;
}

function dataUrl(svg) {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
