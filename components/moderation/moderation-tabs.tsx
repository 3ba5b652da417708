import { LinkTabs } from "@/components/ui/link-tabs";

const TABS = [
  { href: "/moderation", label: "Reports" },
  { href: "/moderation/appeals", label: "Appeals" },
  { href: "/moderation/requests", label: "Requests" },
];

export function ModerationTabs({ current }: { current: string }) {
  return <LinkTabs label="Moderation" tabs={TABS.map((tab) => ({ ...tab, current: tab.href === current }))} />;
}
