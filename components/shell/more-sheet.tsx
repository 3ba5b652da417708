import Link from "next/link";
import { usePathname } from "next/navigation";
import { type MouseEvent, useEffect, useEffectEvent, useRef } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { LinkPending } from "@/components/ui/link-tabs";
import { signOut } from "@/lib/client/sign-in";
import { accountItems } from "./account-items";
import { MORE, type NavItem } from "./nav-items";
import { reportFailure } from "./report-failure";
import { SignInLink } from "./sign-in-link";
import { chooseTheme, THEMES, THEME_ICONS, THEME_NAMES, useTheme } from "./theme";
import type { Viewer } from "./viewer-context";

interface MoreSheetProps {
  viewer: Viewer | null;
  onClose: () => void;
}

/** A phone's menu: the pages of the site as large targets, then what belongs to the account. */
export default function MoreSheet({ viewer, onClose }: MoreSheetProps) {
  useCloseOnArrival(onClose);
  return (
    <Dialog
      title="More"
      open
      onOpenChange={(open) => !open && onClose()}
      className="md:w-[min(30rem,calc(100vw-3rem))]"
    >
      <nav aria-label="Pages">
        <ul className="grid grid-cols-3 gap-2 max-tiny:grid-cols-2">
          {MORE[viewer ? "member" : "visitor"].map((item) => (
            <li key={item.href}>
              <Place item={item} onClose={onClose} className={TILE}>
                <Icon name={item.icon} className="size-6" />
              </Place>
            </li>
          ))}
        </ul>
      </nav>
      {viewer ? <Account viewer={viewer} onClose={onClose} /> : <Joining />}
      <ThemeChoice />
      {viewer && (
        <button
          type="button"
          onClick={() => void signOut().catch(reportFailure)}
          className={`${ROW} mt-3 w-full text-muted`}
        >
          <Icon name="log-out" className="size-5 shrink-0" />
          Sign out
        </button>
      )}
    </Dialog>
  );
}

function Account({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  return (
    <nav aria-label="Your account" className="mt-4 border-t border-line pt-3">
      <ul>
        {accountItems(viewer).map((item) => (
          <li key={item.href}>
            <Place item={item} onClose={onClose} className={ROW}>
              <Icon name={item.icon} className="size-5 shrink-0 text-muted" />
            </Place>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Joining() {
  return (
    <div className="mt-5 grid grid-cols-2 gap-2 max-tiny:grid-cols-1">
      <SignInLink className={buttonStyle({})}>Sign in</SignInLink>
      <Link href="/register" className={buttonStyle({ variant: "primary" })}>
        Join
      </Link>
    </div>
  );
}

interface PlaceProps {
  item: NavItem;
  onClose: () => void;
  className: string;
  children: React.ReactNode;
}

function Place({ item: { href, label }, onClose, className, children }: PlaceProps) {
  const isHere = usePathname() === href;

  function stay(event: MouseEvent) {
    event.preventDefault();
    onClose();
  }

  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isHere ? "page" : undefined}
      onClick={isHere ? stay : undefined}
      className={className}
    >
      {children}
      <span className="min-w-0 truncate">{label}</span>
      <LinkPending />
    </Link>
  );
}

/** Stays open, with the chosen page marked, until that page is shown. */
function useCloseOnArrival(onClose: () => void) {
  const path = usePathname();
  const from = useRef(path);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (path !== from.current) close();
  }, [path]);
}

function ThemeChoice() {
  const theme = useTheme();
  return (
    <fieldset className="mt-4 border-t border-line pt-4">
      <legend className="sr-only">Theme</legend>
      <div className="grid grid-cols-3 gap-2 max-tiny:grid-cols-1">
        {THEMES.map((choice) => (
          <label key={choice} className={THEME}>
            <input
              type="radio"
              name="theme"
              value={choice}
              checked={theme === choice}
              onChange={() => chooseTheme(choice)}
              className="sr-only"
            />
            <Icon name={THEME_ICONS[choice]} className="size-4" />
            {THEME_NAMES[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const TILE =
  "flex h-20 flex-col items-center justify-center gap-2 rounded-control border border-line px-1 text-13 font-medium " +
  "transition-colors hover:border-edge hover:bg-hover aria-[current]:border-brand aria-[current]:text-brand " +
  "has-data-pending:animate-breathe has-data-pending:border-brand has-data-pending:text-brand";
const ROW =
  "flex min-h-11 items-center gap-3 rounded-control px-2 font-medium transition-colors hover:bg-hover " +
  "aria-[current]:text-brand has-data-pending:animate-breathe has-data-pending:text-brand";
const THEME =
  "relative flex min-h-11 items-center justify-center gap-2 rounded-control border border-edge/60 text-13 " +
  "font-medium transition-colors hover:border-edge has-checked:border-brand has-checked:bg-brand-soft " +
  "has-checked:text-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 " +
  "has-focus-visible:outline-brand";
