"use client"; // for the same reason as left-rail.tsx

import { LinkButton, IconButton } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Icon } from "@/components/ui/icon";
import Link from "next/link";
import { useBalance, useCountUp } from "@/components/coins/balance-store";
import { CoinAmount } from "@/components/coins/coin-amount";
import { SearchField } from "@/components/search/search-field";
import { AccountMenu } from "./account-menu";
import { Mark, Wordmark } from "./mark";
import { MoreButton } from "./more-button";
import { SignInLink } from "./sign-in-link";
import type { Viewer } from "./viewer-context";
import { chooseTheme, THEME_ICONS, THEMES, THEME_NAMES, useTheme } from "./theme";

interface TopBarProps {
  viewer: Viewer | null;
  /** Only the site's name: all props of a client component are sent to the browser. */
  name: string;
  logo: string | null;
}

export function TopBar({ viewer, name, logo }: TopBarProps) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-bg pegs">
      <div className="mx-auto flex h-14 max-w-304 items-center gap-3 px-4 md:px-6">
        <Link
          href="/"
          prefetch={false}
          aria-label={`${name}, home`}
          className="touch-target flex min-w-0 items-center gap-2 rounded-control md:w-48 md:shrink-0"
        >
          <Mark logo={logo} />
          <Wordmark name={name} className={viewer ? "max-sm:hidden" : undefined} />
        </Link>
        <SearchField className="hidden max-w-92 grow md:block" />
        <div className="ml-auto flex shrink-0 items-center gap-2">
          {viewer ? <Member viewer={viewer} /> : <Visitor />}
          <MoreButton viewer={viewer} />
        </div>
      </div>
    </header>
  );
}

function Member({ viewer }: { viewer: Viewer }) {
  return (
    <>
      <CoinBalance coins={viewer.coins} />
      <span className="max-md:hidden">
        <AccountMenu viewer={viewer} />
      </span>
    </>
  );
}

function Visitor() {
  return (
    <>
      <ThemeButton className="max-md:hidden" />
      <SignInLink className={buttonStyle({ variant: "bare", size: "small" }, SMALL)}>Sign in</SignInLink>
      <LinkButton href="/register" variant="primary" size="small" className={SMALL}>
        Join
      </LinkButton>
    </>
  );
}

/** 44 px touch targets without larger buttons. */
const SMALL = "touch-target h-9!";

/** For visitors; members have the same choice in their account menu. */
function ThemeButton({ className }: { className?: string }) {
  const theme = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return (
    <IconButton
      label={`Theme: ${THEME_NAMES[theme]}`}
      title={`Theme: ${THEME_NAMES[theme]}`}
      className={className}
      onClick={() => chooseTheme(next)}
    >
      <Icon name={THEME_ICONS[theme]} />
    </IconButton>
  );
}

function CoinBalance({ coins }: { coins: number }) {
  const shown = useCountUp(useBalance(coins));
  return (
    <Link
      href="/coins"
      prefetch={false}
      className="touch-target flex h-9 items-center rounded-full border border-coin/50 bg-coin-soft px-3 font-display text-15 font-semibold text-coin-ink transition-colors hover:border-coin"
    >
      <CoinAmount value={shown} />
    </Link>
  );
}
