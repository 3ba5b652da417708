"use client";

import { FollowToggle } from "@/components/marks/follow-toggle";
import { useRefreshingAction } from "@/components/shell/use-action";
import { Button } from "@/components/ui/button";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import type { Tag } from "@/lib/domain/writing/tags/schema";
import { tagHref } from "./tag-href";

interface TagActionsProps {
  tag: Tag;
  /** The muted word that mutes it; null if none does, undefined for visitors. */
  mutedBy: string | null | undefined;
  /** Whether it is kept out of trends; undefined for everybody but moderators. */
  hidden: boolean | undefined;
}

/** What the viewer can do about a tag. */
export function TagActions({ tag: { tag, name, following }, mutedBy, hidden }: TagActionsProps) {
  const { pending, act } = useRefreshingAction();

  async function toggleMuted() {
    if (mutedBy) return call("DELETE /api/me/muted-words/{id}", { id: mutedBy });
    await call("POST /api/me/muted-words", { phrase: `#${tag}` });
    toastStore.add({ text: `You muted #${name}. Posts with it stay out of your feeds and searches.`, tone: "good" });
  }

  const toggleHidden = () =>
    hidden
      ? call("DELETE /api/moderation/tags/{tag}/hidden", { tag })
      : call("PUT /api/moderation/tags/{tag}/hidden", { tag });

  return (
    <>
      {/* As wide in both states, so that nothing beside it moves. */}
      <div className="grid w-30">
        <FollowToggle
          target={{ path: "/api/tags/{tag}/follow", params: { tag } }}
          name={`#${name}`}
          page={tagHref(tag)}
          following={following}
          size="normal"
        />
      </div>
      {mutedBy !== undefined && (
        <Button
          pending={pending}
          onClick={() => act(toggleMuted)}
          aria-label={`${mutedBy ? "Unmute" : "Mute"} #${name}`}
        >
          {mutedBy ? "Unmute" : "Mute"}
        </Button>
      )}
      {hidden !== undefined && (
        <Button pending={pending} onClick={() => act(toggleHidden)}>
          {hidden ? "Allow in trends" : "Keep out of trends"}
        </Button>
      )}
    </>
  );
}
