import type { Metadata } from "next";
import { HiddenPeople } from "@/components/safety/hidden-people";
import { MutedWords } from "@/components/safety/muted-words";
import { requireContext } from "@/lib/auth/require";
import { listBlocks, listMutes } from "@/lib/domain/people/safety/queries";
import { listMutedWords } from "@/lib/domain/people/safety/words";

export const metadata: Metadata = { title: "Safety settings" };

const PAGE = { limit: 20 };

export default async function SafetySettingsPage() {
  const ctx = await requireContext("/settings/safety");
  const [blocks, mutes, words] = await Promise.all([listBlocks(ctx, PAGE), listMutes(ctx, PAGE), listMutedWords(ctx)]);
  return (
    <>
      <HiddenPeople kind="block" first={blocks} />
      <HiddenPeople kind="mute" first={mutes} />
      <MutedWords first={words.data} />
    </>
  );
}
