import { ImageResponse } from "next/og";
import type { ReactNode } from "react";
import { avatarSvg } from "@/lib/domain/users/avatar";
import { cardFonts, drawable } from "./card-fonts";

export const CARD_SIZE = { width: 1200, height: 630 };

interface Card {
  /** A few words above the title. */
  kicker?: string;
  title: string;
  text?: string;
  /** Who made what the card shows. */
  by?: { name: string; handle: string };
  /** What stands at the lower right. */
  aside?: string;
}

/** A sheet on the board, for whoever links to us. Always in daylight: it hangs on other people's walls. */
export async function card({ kicker, title, text, by, aside }: Card): Promise<ImageResponse> {
  const words = drawable(title) || (by ? drawable(by.name) : "Pegboard");
  const image = (
    <div style={{ display: "flex", width: "100%", height: "100%", padding: 44, background: PAPER, backgroundImage: `url("${HOLES}")`, backgroundSize: "56px 56px", fontFamily: "Instrument", color: INK }}>
      <div style={{ display: "flex", flexDirection: "column", width: "100%", padding: "52px 60px 44px", background: SHEET, border: `2px solid ${LINE}`, borderRadius: 28 }}>
        <div style={{ display: "flex", alignItems: "center", gap: 18 }}>
          <Mark />
          <Brand>Pegboard</Brand>
          {kicker && <span style={{ marginLeft: "auto", fontSize: 28, color: BRAND }}>{drawable(kicker)}</span>}
        </div>
        <div style={{ display: "flex", flexDirection: "column", flexGrow: 1, justifyContent: "center", gap: 20 }}>
          <div style={{ display: "block", fontFamily: "Bricolage", fontSize: sizeFor(words), lineHeight: 1.14, letterSpacing: "-0.02em", lineClamp: 5 }}>{words}</div>
          {text && <div style={{ display: "block", fontSize: 32, lineHeight: 1.4, color: MUTED, lineClamp: 3 }}>{drawable(text)}</div>}
        </div>
        <div style={{ display: "flex", alignItems: "center", gap: 20, fontSize: 30 }}>
          {by && (
            <div style={{ display: "flex", alignItems: "center", gap: 18 }}>
              {/* eslint-disable-next-line @next/next/no-img-element -- not a page */}
              <img src={dataUrl(avatarSvg(by.handle))} width={64} height={64} style={{ borderRadius: 64 }} alt="" />
              <span>{drawable(by.name)}</span>
              <span style={{ color: MUTED }}>@{by.handle}</span>
            </div>
          )}
          {aside && <span style={{ marginLeft: "auto", color: MUTED }}>{drawable(aside)}</span>}
        </div>
      </div>
    </div>
  );
  return new ImageResponse(image, { ...CARD_SIZE, fonts: await cardFonts(), headers: { "Cache-Control": `public, max-age=${KEPT_SECONDS}` } });
}

/** Long enough for a crowd that shares an address, short enough that what is deleted is soon gone here as well. */
const KEPT_SECONDS = 300;

function Brand({ children }: { children: ReactNode }) {
  return <span style={{ fontFamily: "Bricolage", fontSize: 40, letterSpacing: "-0.03em" }}>{children}</span>;
}

function Mark() {
  return (
    <svg viewBox="4 4 24 24" width="56" height="56">
      {[[8, 7.5], [16, 7.5], [8, 16], [16, 16], [8, 24.5]].map(([x, y]) => <circle key={`${x} ${y}`} cx={x} cy={y} r="2.6" fill={INK} />)}
      <circle cx="22.5" cy="11.75" r="4.3" fill={BRAND} />
    </svg>
  );
}

function sizeFor(words: string) {
  if (words.length < 40) return 84;
  if (words.length < 90) return 64;
  return words.length < 170 ? 50 : 40;
}

const dataUrl = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** The light theme's colours, in a spelling that the drawing knows. */
const PAPER = "#f9f6f1";
const SHEET = "#fefdfb";
const LINE = "#ded9d0";
const INK = "#271e16";
const MUTED = "#675e53";
const BRAND = "#aa3e22";
const HOLES = dataUrl(`<svg xmlns="http://www.w3.org/2000/svg" width="56" height="56"><circle cx="14" cy="14" r="3.5" fill="#ddd6cb"/><circle cx="42" cy="42" r="3.5" fill="#ddd6cb"/></svg>`);
