import { Parser } from "htmlparser2";

/** Elements that begin a line of their own, after an empty one. */
const PARAGRAPHS = new Set(["p", "blockquote", "ul", "ol", "pre", "h1", "h2", "h3", "h4", "h5", "h6"]);
/** Elements whose content is no text. */
const UNREAD = new Set(["script", "style", "template", "title"]);

/**
 * Returns the text of what a service wrote as HTML: paragraphs and line breaks as lines, links by their address where
 * the text shortens it. Nothing of it is HTML any more.
 */
export function textOfHtml(html) {
  let text = "";
  let unread = 0;
  let link = null;
  const beginParagraph = () => (text = text.trimEnd() && `${text.trimEnd()}\n\n`);
  const parser = new Parser({
    onopentag(name, { href = "", class: classes = "" }) {
      if (UNREAD.has(name)) unread += 1;
      else if (name === "br") text += "\n";
      else if (name === "li") text = `${text && `${text.trimEnd()}\n`}- `;
      else if (PARAGRAPHS.has(name)) beginParagraph();
      // Mentions and hashtags are links as well: what is written of them is what they are called.
      else if (name === "a" && !/\b(?:mention|hashtag)\b/.test(classes)) link = { href, begin: text.length };
    },
    ontext(piece) {
      if (unread === 0) text += piece;
    },
    onclosetag(name) {
      if (UNREAD.has(name)) unread -= 1;
      else if (PARAGRAPHS.has(name)) beginParagraph();
      else if (name === "a" && link !== null) {
        text = text.slice(0, link.begin) + linkText(text.slice(link.begin), link.href);
        link = null;
      }
    },
  });
  parser.end(html);
  return text.trim();
}

/** Returns the address of a link whose text is a part of it; otherwise the text, as it was written. */
function linkText(text, href) {
  const shown = text.trim().replace(/…$|^https?:\/\//g, "");
  return /^https?:\/\//.test(href) && shown !== "" && href.includes(shown) ? href : text;
}
