import { Ban, VolumeX } from "lucide-react";
import type { Metadata } from "next";
import { HiddenList } from "@/components/safety/hidden-list";
import { SafetySection } from "@/components/safety/safety-section";
import { requireContext } from "@/lib/auth/require";
import { listBlocks, listMutes } from "@/lib/domain/safety/queries";

export const metadata: Metadata = { title: "Safety settings" };

const PAGE = { limit: 20 };

export default async function SafetySettingsPage() {
  const ctx = await requireContext("/settings/safety");
  const [blocks, mutes] = await Promise.all([listBlocks(ctx, PAGE), listMutes(ctx, PAGE)]);
  return (
    <>
      <SafetySection
        id="blocked"
        title="Blocked people"
        about="Neither of you sees the other’s profile, posts and comments. They aren’t told."
        empty={{ icon: <Ban />, text: "You haven’t blocked anybody." }}
        count={blocks.data.length}
      >
        <HiddenList kind="block" first={blocks.data} nextCursor={blocks.nextCursor} />
      </SafetySection>
      <SafetySection
        id="muted"
        title="Muted people"
        about="Their posts stay out of your feeds and searches, and you get no notifications from them. They aren’t told."
        empty={{ icon: <VolumeX />, text: "You haven’t muted anybody." }}
        count={mutes.data.length}
      >
        <HiddenList kind="mute" first={mutes.data} nextCursor={mutes.nextCursor} />
      </SafetySection>
    </>
  );
}
