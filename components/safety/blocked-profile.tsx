"use client";

import { removedPosts } from "@/components/posts/edited-posts";
import { useRefreshingAction } from "@/components/shell/use-action";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { call } from "@/lib/client/call";
import type { Person } from "@/lib/domain/accounts/users/schema";

export function BlockedProfile({ person }: { person: Person }) {
  const { pending, act } = useRefreshingAction();

  async function unblock() {
    await call("DELETE /api/users/{handle}/block", { handle: person.handle });
    removedPosts.restore(person.id);
  }

  return (
    <>
      <span className="sr-only">
        <h1>{person.name}</h1>
      </span>
      <EmptyState
        icon="ban"
        title={`You blocked @${person.handle}`}
        action={
          <Button pending={pending} onClick={() => act(unblock)}>
            Unblock
          </Button>
        }
      >
        Neither of you sees the other’s profile, posts and comments. Unblocking doesn’t bring back follows.
      </EmptyState>
    </>
  );
}
