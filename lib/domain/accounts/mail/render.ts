import { escapeXml } from "@/lib/domain/kernel/text/characters";
import { siteName } from "@/lib/domain/accounts/users/site-name";
import { env } from "@/lib/infra/environment/env";

/** A letter's plain parts, which become text and HTML. */
export interface Letter {
  subject: string;
  paragraphs: string[];
  button: { label: string; url: string };
  why: string;
  /** The page that stops letters of this kind. */
  unsubscribeUrl?: string;
}

export function renderText({ paragraphs, button, why, unsubscribeUrl }: Letter): string {
  const stop = unsubscribeUrl ? `\n${UNSUBSCRIBE}: ${unsubscribeUrl}` : "";
  const parts = [...paragraphs, `${button.label}:\n${button.url}`, signature(), `${why}${stop}\n${env().siteUrl}`];
  return `${parts.join("\n\n")}\n`;
}

const UNSUBSCRIBE = "Unsubscribe";

const signature = () => `-- \n${siteName()}`;

/**
 * Renders the letter as HTML: one column, one button, and the link in full for those who do not trust a button. The
 * colours are those of app/tokens.css in hexadecimal, which mail programs understand. They are set as attributes, for
 * mail programs that drop styles; the style sheet makes them dark.
 */
export function renderHtml({ subject, paragraphs, button, why, unsubscribeUrl }: Letter): string {
  const url = escapeXml(button.url);
  const stop =
    unsubscribeUrl &&
    `<a class="muted" href="${escapeXml(unsubscribeUrl)}" style="color:#665c52">${UNSUBSCRIBE}</a><br>`;
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeXml(text)}</p>`).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeXml(subject)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:32px 16px;background:#f9f6f1;color:#261d16;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:520px;margin:0 auto">
<p class="muted" style="margin:0 0 16px;color:#665c52;font-weight:600">${escapeXml(siteName())}</p>
<div class="card" style="padding:28px;border:1px solid #dfdad2;border-radius:14px;background:#fffdfa">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeXml(subject)}</h1>
${body}
<p style="margin:24px 0"><a class="button" href="${url}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#ae4024;color:#fffbf4;font-weight:600;text-decoration:none">${escapeXml(button.label)}</a></p>
<p class="muted" style="margin:0;color:#665c52;font-size:14px;overflow-wrap:anywhere">Or open this link:<br><a class="link" href="${url}" style="color:#ae4024">${url}</a></p>
</div>
<p class="muted" style="margin:16px 0 0;color:#665c52;font-size:14px">${escapeXml(why)}<br>${stop ?? ""}${escapeXml(env().siteUrl)}</p>
</div>
</body>
</html>
`;
}

const DARK = `@media (prefers-color-scheme: dark) {
.page { background: #18130e !important; color: #f1eee7 !important; }
.card { background: #231d18 !important; border-color: #3b342d !important; }
.muted { color: #b0aaa1 !important; }
.link { color: #f08d6a !important; }
.button { background: #f08d6a !important; color: #22110b !important; }
}`;
