import type { Actor } from "@/lib/domain/context";
import { LinkTabs } from "@/components/ui/link-tabs";

const TABS = [
  { href: "/moderation", label: "Reports" },
  { href: "/moderation/appeals", label: "Appeals" },
];

/** What admins see besides. */
const ADMIN_TABS = [...TABS, { href: "/moderation/sign-ups", label: "Sign-ups" }];

export function ModerationTabs({ current, role }: { current: string; role: Actor["role"] }) {
  const tabs = role === "ADMIN" ? ADMIN_TABS : TABS;
  return <LinkTabs label="Moderation" tabs={tabs.map((tab) => ({ ...tab, current: tab.href === current }))} />;
}
