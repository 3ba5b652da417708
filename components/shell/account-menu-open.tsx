"use client";

import { Keyboard, KeyRound, LogOut, Scale, Settings, ShieldCheck, User } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { showShortcutHelp } from "@/components/shortcuts/help-store";
import { Kbd } from "@/components/ui/kbd";
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from "@/components/ui/menu";
import { signOut } from "@/lib/client/sign-in";
import { AccountButton } from "./account-button";
import { PHONE_MENU } from "./nav-items";
import { reportFailure } from "./report-failure";
import { chooseTheme, THEMES, THEME_NAMES, useTheme } from "./theme";
import type { Viewer } from "./viewer";

export default function OpenAccountMenu({ viewer }: { viewer: Viewer }) {
  return (
    <Menu defaultOpen trigger={<AccountButton viewer={viewer} />} className="w-60">
      <div className="px-2.5 pt-1.5 pb-1">
        <p className="truncate font-semibold">{viewer.name}</p>
        <p className="truncate text-13 text-muted">@{viewer.handle}</p>
      </div>
      <MenuSeparator />
      <MenuLink href={`/users/${viewer.handle}`}>
        <User aria-hidden />
        Profile
      </MenuLink>
      <MenuLink href="/settings/profile">
        <Settings aria-hidden />
        Settings
      </MenuLink>
      <MenuLink href="/settings/developer">
        <KeyRound aria-hidden />
        Developer
      </MenuLink>
      {viewer.isModerator && (
        <MenuLink href="/moderation">
          <Scale aria-hidden />
          Moderation
        </MenuLink>
      )}
      {viewer.isAdmin && (
        <MenuLink href="/admin">
          <ShieldCheck aria-hidden />
          Administration
        </MenuLink>
      )}
      <div className="md:hidden">
        <MenuSeparator />
        {PHONE_MENU.map((item) => (
          <MenuLink key={item.href} href={item.href}>
            <item.icon aria-hidden />
            {item.label}
          </MenuLink>
        ))}
      </div>
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem onSelect={() => showShortcutHelp(true)} className="pointer-coarse:hidden">
        <Keyboard aria-hidden />
        Shortcuts<Kbd>?</Kbd>
      </MenuItem>
      <MenuItem onSelect={() => void signOut().catch(reportFailure)}>
        <LogOut aria-hidden />
        Sign out
      </MenuItem>
    </Menu>
  );
}

function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <MenuItem asChild>
      <Link href={href}>{children}</Link>
    </MenuItem>
  );
}

function ThemeChoice() {
  const theme = useTheme();
  return (
    <>
      <MenuLabel>Theme</MenuLabel>
      <MenuRadioGroup value={theme}>
        {THEMES.map((choice) => (
          <MenuRadioItem
            key={choice}
            value={choice}
            onSelect={(event) => {
              event.preventDefault();
              chooseTheme(choice);
            }}
          >
            {THEME_NAMES[choice]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </>
  );
}
