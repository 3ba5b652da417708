import { showShortcutHelp } from "@/components/shortcuts/help-store";
import { Kbd } from "@/components/ui/kbd";
import {
  Menu,
  MenuItem,
  MenuLabel,
  MenuLink,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from "@/components/ui/menu";
import { signOut } from "@/lib/client/sign-in";
import { accountItems } from "./account-items";
import type { OpenMenuProps } from "./load-on-demand";
import { reportFailure } from "./report-failure";
import { chooseTheme, THEMES, THEME_NAMES, useTheme } from "./theme";
import type { Viewer } from "./viewer-context";

export default function OpenAccountMenu({ viewer, trigger }: { viewer: Viewer } & OpenMenuProps) {
  return (
    <Menu defaultOpen trigger={trigger} className="w-60">
      <div className="px-2.5 pt-1.5 pb-1">
        <p dir="auto" className="truncate font-semibold">
          {viewer.name}
        </p>
        <p className="truncate text-13 text-muted">@{viewer.handle}</p>
      </div>
      <MenuSeparator />
      {accountItems(viewer).map((item) => (
        <MenuLink key={item.href} {...item} />
      ))}
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem
        icon="keyboard"
        label="Shortcuts"
        onSelect={() => showShortcutHelp(true)}
        className="pointer-coarse:hidden"
      >
        <Kbd>?</Kbd>
      </MenuItem>
      <MenuItem icon="log-out" label="Sign out" onSelect={() => void signOut().catch(reportFailure)} />
    </Menu>
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
