"use client";

import { Icon } from "@/components/ui/icon";
import Link from "next/link";
import type { ReactNode } from "react";
import { showShortcutHelp } from "@/components/shortcuts/help-store";
import { Kbd } from "@/components/ui/kbd";
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from "@/components/ui/menu";
import { signOut } from "@/lib/client/sign-in";
import { AccountButton } from "./account-menu";
import { PHONE_MENU } from "./nav-items";
import { reportFailure } from "./report-failure";
import { chooseTheme, THEMES, THEME_NAMES, useTheme } from "./theme";
import type { Viewer } from "./viewer-context";

export default function OpenAccountMenu({ viewer }: { viewer: Viewer }) {
  return (
    <Menu defaultOpen trigger={<AccountButton viewer={viewer} />} className="w-60">
      <div className="px-2.5 pt-1.5 pb-1">
        <p dir="auto" className="truncate font-semibold">
          {viewer.name}
        </p>
        <p className="truncate text-13 text-muted">@{viewer.handle}</p>
      </div>
      <MenuSeparator />
      <MenuLink href={`/users/${viewer.handle}`}>
        <Icon name="user" />
        Profile
      </MenuLink>
      <MenuLink href="/settings/profile">
        <Icon name="settings" />
        Settings
      </MenuLink>
      <MenuLink href="/settings/developer">
        <Icon name="key-round" />
        Developer
      </MenuLink>
      {viewer.isModerator && (
        <MenuLink href="/moderation">
          <Icon name="scale" />
          Moderation
        </MenuLink>
      )}
      {viewer.isAdmin && (
        <MenuLink href="/admin">
          <Icon name="shield-check" />
          Administration
        </MenuLink>
      )}
      <div className="md:hidden">
        <MenuSeparator />
        {PHONE_MENU.map((item) => (
          <MenuLink key={item.href} href={item.href}>
            <Icon name={item.icon} />
            {item.label}
          </MenuLink>
        ))}
      </div>
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem onSelect={() => showShortcutHelp(true)} className="pointer-coarse:hidden">
        <Icon name="keyboard" />
        Shortcuts<Kbd>?</Kbd>
      </MenuItem>
      <MenuItem onSelect={() => void signOut().catch(reportFailure)}>
        <Icon name="log-out" />
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
