import { usePathname, useRouter } from "next/navigation";
import { useState } from "react";
import { useStore } from "zustand/react";
import { ReportOnDemand } from "@/components/moderation/report-button";
import { type OpenMenuProps, preload } from "@/components/shell/load-on-demand";
import { reportFailure } from "@/components/shell/report-failure";
import { useViewer } from "@/components/shell/viewer-context";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { HideDialog, type Hiding, HideItems } from "@/components/safety/hide-dialog";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { EDIT_WINDOW_MS } from "@/lib/domain/writing/posts/rules";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";
import { copyLink } from "./post-actions";
import {
  editing,
  mutedStore,
  pinnedStore,
  removedPosts,
  useCurrentQuote,
  useIsPinned,
  withdrawnQuotes,
} from "./edited-posts";
import { loadEditor } from "./post-body";

const preloadEditor = preload(loadEditor);

export default function OpenPostMenu({ post, trigger }: { post: TimelinePost } & OpenMenuProps) {
  const [deleting, setDeleting] = useState(false);
  const [hiding, setHiding] = useState<Hiding | null>(null);
  const [reporting, setReporting] = useState(false);
  const [withdrawing, setWithdrawing] = useState(false);
  const viewer = useViewer();
  const own = viewer?.id === post.author.id;
  const quotesViewer = useQuotedAuthor(post) === viewer?.id && viewer !== null && !own;
  const path = usePathname();
  const router = useRouter();
  const here = `/posts/${post.id}`;

  return (
    <>
      <Menu defaultOpen trigger={trigger}>
        <MenuItem icon="link-2" label="Copy link" onSelect={() => void copyLink(here)} />
        <MenuLink href={`/users/${post.author.handle}`} icon="user-round" label={`@${post.author.handle}`} />
        {viewer && <MenuSeparator />}
        {viewer && <MuteItem post={post} />}
        {viewer && !own && <MenuItem icon="flag" label="Report" onSelect={() => setReporting(true)} />}
        {viewer && !own && <HideItems handle={post.author.handle} onSelect={setHiding} />}
        {quotesViewer && <MenuItem icon="quote" label="Take my post out of it" onSelect={() => setWithdrawing(true)} />}
        {own && <OwnItems post={post} onDelete={() => setDeleting(true)} />}
      </Menu>
      <HideDialog
        person={post.author}
        hiding={hiding}
        onClose={() => setHiding(null)}
        onHidden={(how) => how === "block" && path === here && router.replace("/")}
      />
      {reporting && <ReportOnDemand subject={{ type: "post", id: post.id }} onClose={() => setReporting(false)} />}
      <WithdrawDialog post={post} open={withdrawing} onOpenChange={setWithdrawing} />
      <DeleteDialog post={post} open={deleting} onOpenChange={setDeleting} />
    </>
  );
}

/** Mutes the notifications of a post and what is said below it. */
function MuteItem({ post: { id, viewer } }: { post: TimelinePost }) {
  const isMuted = useStore(mutedStore, (muted) => muted.get(id)) ?? viewer.muted;

  function mute() {
    call(`${isMuted ? "DELETE" : "PUT"} /api/posts/{id}/mute`, { id }).then(({ muted }) => {
      mutedStore.setState((known) => new Map([...known, [id, muted]]), true);
      const text = muted ? "Nothing here notifies you any more." : "Notifications are on again.";
      toastStore.add({ text, tone: "good" });
    }, reportFailure);
  }

  return (
    <MenuItem
      icon={isMuted ? "bell" : "bell-off"}
      label={isMuted ? "Unmute this conversation" : "Mute this conversation"}
      onSelect={mute}
    />
  );
}

/** What the author of a post may do with it. */
function OwnItems({ post, onDelete }: { post: TimelinePost; onDelete: () => void }) {
  const isPinned = useIsPinned(post);
  // Only avoids showing a form that cannot be saved: the server decides.
  const [isEditable] = useState(() => Date.now() - Date.parse(post.createdAt) < EDIT_WINDOW_MS);

  function pin() {
    call(`${isPinned ? "DELETE" : "PUT"} /api/posts/{id}/pin`, { id: post.id }).then(() => {
      pinnedStore.setState({ authorId: post.author.id, id: isPinned ? null : post.id });
      toastStore.add({ text: isPinned ? "Post unpinned." : "Pinned to your profile.", tone: "good" });
    }, reportFailure);
  }

  return (
    <>
      <MenuItem icon="pin" label={isPinned ? "Unpin from your profile" : "Pin to your profile"} onSelect={pin} />
      {isEditable && (
        <MenuItem
          icon="pencil"
          label="Edit"
          onSelect={() => editing.setState({ key: post.key })}
          onFocus={preloadEditor}
        />
      )}
      <MenuItem icon="trash" label="Delete" danger onSelect={onDelete} />
    </>
  );
}

/** The author of the post that a post shows as quoted. */
const useQuotedAuthor = (post: TimelinePost) => useCurrentQuote(post)?.post?.author.id;

interface PostDialogProps {
  post: TimelinePost;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function DeleteDialog({ post: { id }, ...dialog }: PostDialogProps) {
  const path = usePathname();
  const router = useRouter();

  function remove() {
    removedPosts.remove(id);
    call("DELETE /api/posts/{id}", { id }).then(
      () => {
        toastStore.add({ text: "Post deleted.", tone: "good" });
        if (path === `/posts/${id}`) router.replace("/");
      },
      (error: unknown) => {
        removedPosts.restore(id);
        reportFailure(error);
      },
    );
  }

  return (
    <ConfirmDialog title="Delete this post?" action="Delete post" danger onConfirm={remove} {...dialog}>
      This also deletes its likes, comments and bookmarks. It can’t be undone.
    </ConfirmDialog>
  );
}

/** Takes a post of the viewer's out of one that quotes it. */
function WithdrawDialog({ post: { id, quote, author }, ...dialog }: PostDialogProps) {
  if (quote === null) return null;

  function withdraw() {
    call("DELETE /api/posts/{id}/quotes/{quoteId}", { id: quote!.id, quoteId: id }).then(() => {
      withdrawnQuotes.setState((ids) => new Set([...ids, id]), true);
      toastStore.add({ text: "Your post is no longer in it.", tone: "good" });
    }, reportFailure);
  }

  return (
    <ConfirmDialog title="Take your post out of this one?" action="Take it out" danger onConfirm={withdraw} {...dialog}>
      Nobody will see your post here any more. What @{author.handle} wrote stays. It can’t be undone.
    </ConfirmDialog>
  );
}
