// The grammar of links in everything that people write: that of tokens.ts, and of the documents that
// lib/domain/writing/markdown/pipeline.mjs renders. Plain JavaScript, because no compiler reads that program.

import { parseUrl } from "./parse-url.mjs";

/** What precedes an @ in an address looks like its host, and is the name of a user: that is no link. */
const SCHEME_AND_HOST =
  /https?:\/\/(?![\w.~%!$&'()*+,;=:-]*@)[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*(?::\d+)?/iuy;

/** White space, what shows nothing or reorders the text, quotation marks, and punctuation of East Asian scripts. */
const ENDS_LINK =
  /[\s\p{Cc}\p{Bidi_Control}\u200B\u2060<>"`\u3001-\u3003\u3008-\u3011\u3014-\u301F！（），．：；？［］｛｝｟-､]/u;
/** Punctuation at the end of a link belongs to the sentence. */
const TRAILING = /[.,:;!?'"*_~…»”’]/u;
const CLOSING = { "(": ")", "[": "]", "{": "}" };

/**
 * Returns where a link at `start` ends, if there is one: before a closing bracket that it does not open itself, and
 * before punctuation that ends the sentence.
 */
export function endOfLink(content, start) {
  SCHEME_AND_HOST.lastIndex = start;
  if (!SCHEME_AND_HOST.test(content)) return undefined;
  const hostEnd = SCHEME_AND_HOST.lastIndex;
  const rest = /[/?#]/.test(content.charAt(hostEnd)) ? content.slice(hostEnd) : "";
  const unclosed = [];
  let [at, end] = [hostEnd, hostEnd];
  for (const character of rest) {
    if (ENDS_LINK.test(character)) break;
    const closing = CLOSING[character];
    if (closing) unclosed.push(closing);
    if (/[)\]}]/.test(character)) {
      const opened = unclosed.lastIndexOf(character);
      if (opened === -1) break;
      unclosed.length = opened;
    }
    at += character.length;
    if (!TRAILING.test(character)) end = at;
  }
  return parseUrl(content.slice(start, end)) ? end : undefined;
}
