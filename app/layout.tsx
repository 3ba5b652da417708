import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { ReplayEarlyPresses } from "@/components/hydration/replay-early-presses";
import { fontVariables } from "./fonts";
import "./globals.css";
import { HEAD_SCRIPT } from "./head-script";

export const metadata: Metadata = {
  title: { default: "Pegboard", template: "%s · Pegboard" },
  description: "Post, build and drop the ball. A social platform with an API that developers like.",
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f9f6f1" },
    { media: "(prefers-color-scheme: dark)", color: "#18130e" },
  ],
};

/** The script changes <html> before React hydrates it. */
export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={fontVariables} suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
      </head>
      <body className="flex min-h-dvh flex-col">
        {children}
        <ReplayEarlyPresses />
      </body>
    </html>
  );
}
