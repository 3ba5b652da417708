import clsx from "clsx";
import { FailureText } from "@/components/ui/failure-note";
import { Icon } from "@/components/ui/icon";
import { useState } from "react";
import { ReportButton } from "@/components/moderation/report-button";
import { type Viewer, useViewer } from "@/components/shell/viewer-context";
import { PostText } from "@/components/posts/post-text";
import { Byline } from "@/components/posts/byline";
import { HiddenSign } from "@/components/moderation/hidden-sign";
import { RelativeTime } from "@/components/ui/relative-time";
import { EDITING, savingFailed, TextEditor } from "@/components/posts/text-editor";
import { PersonAvatar } from "@/components/profile/person-link";
import { CommentForm } from "./comment-form";
import { hiddenReplies, repliesTo, type ThreadComment } from "./discussion";
import type { DiscussionState } from "./use-discussion";
import { CommentMenu } from "./comment-menu";

/** Deeper replies are not indented further: a phone has no room. */
const DEEPEST = 3;

interface CommentProps {
  comment: ThreadComment;
  discussion: DiscussionState;
}

interface CommentRowProps extends CommentProps {
  post: { id: string; authorId: string };
  depth: number;
  replyingTo: string | null;
  onReplyTo: (id: string | null) => void;
}

export function CommentRow({ comment, post, discussion, depth, replyingTo, onReplyTo }: CommentRowProps) {
  const viewer = useViewer();
  const replies = repliesTo(discussion.known, comment.id);
  const hidden = hiddenReplies(discussion.known, comment);
  const replying = replyingTo === comment.id;
  const [isEditing, setEditing] = useState(false);
  return (
    <article
      id={comment.id}
      aria-label={comment.deleted ? "Deleted comment" : `Comment by ${comment.author.name}`}
      className="scroll-mt-2 rounded-control target:bg-brand-soft target:outline-8 target:outline-brand-soft"
    >
      <div
        className={clsx(
          "relative grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3",
          comment.delivery.phase === "sending" && "opacity-60",
        )}
      >
        {(replies.length > 0 || hidden > 0 || replying) && depth < DEEPEST && <span aria-hidden className={STRING} />}
        <AuthorAvatar comment={comment} />
        <div className="min-w-0">
          <Content {...{ comment, discussion, isEditing, setEditing }} postAuthorId={post.authorId} />
          <Delivery comment={comment} discussion={discussion} />
          {viewer && !comment.deleted && !isEditing && comment.delivery.phase === "sent" && (
            <Actions comment={comment} replying={replying} onReplyTo={onReplyTo} />
          )}
        </div>
      </div>
      <div className={depth < DEEPEST ? "pl-5 sm:pl-11" : undefined}>
        {hidden > 0 && <MoreReplies {...{ comment, discussion, hidden }} postId={post.id} shown={replies.length} />}
        {replies.map((reply) => (
          <div key={reply.id} className="pt-3">
            <CommentRow {...{ post, discussion, replyingTo, onReplyTo }} comment={reply} depth={depth + 1} />
          </div>
        ))}
        {replying && viewer && (
          <ReplyForm viewer={viewer} comment={comment} discussion={discussion} onClose={() => onReplyTo(null)} />
        )}
      </div>
    </article>
  );
}

function AuthorAvatar({ comment }: { comment: ThreadComment }) {
  if (comment.deleted)
    return <span aria-hidden className="relative size-8 rounded-full border border-dashed border-line bg-surface" />;
  return <PersonAvatar person={comment.author} size={32} className="relative self-start" />;
}

interface ContentProps extends CommentProps {
  postAuthorId: string;
  isEditing: boolean;
  setEditing: (isEditing: boolean) => void;
}

function Content({ comment, postAuthorId, discussion, isEditing, setEditing }: ContentProps) {
  if (comment.deleted) return <p className="leading-8 text-muted">This comment was deleted.</p>;
  return (
    <>
      <CommentHeader {...{ comment, discussion, postAuthorId }} onEdit={() => setEditing(true)} />
      {isEditing ? (
        <CommentEditor comment={comment} discussion={discussion} onClose={() => setEditing(false)} />
      ) : (
        <PostText content={comment.content} mentions={comment.mentions} place="comment" />
      )}
    </>
  );
}

type ActionsProps = Pick<CommentRowProps, "comment" | "onReplyTo"> & { replying: boolean };

function Actions({ comment, replying, onReplyTo }: ActionsProps) {
  return (
    <span className="flex items-center">
      <button
        type="button"
        aria-expanded={replying}
        onClick={() => onReplyTo(replying ? null : comment.id)}
        className={SMALL}
      >
        Reply
      </button>
      <ReportButton
        subject={{ type: "comment", id: comment.id }}
        authorId={comment.author.id}
        className="touch-target size-8! [&>svg]:size-4!"
      />
    </span>
  );
}

interface MoreRepliesProps extends CommentProps {
  postId: string;
  /** The numbers of hidden and of shown replies. */
  hidden: number;
  shown: number;
}

function MoreReplies({ postId, comment, discussion, hidden, shown }: MoreRepliesProps) {
  const isLoading = discussion.loading === comment.id;
  const replies = `${hidden} ${shown > 0 ? "earlier " : ""}${hidden === 1 ? "reply" : "replies"}`;
  return (
    <a
      href={`/posts/${postId}?thread=${comment.id}`}
      onClick={(event) => {
        event.preventDefault();
        void discussion.loadReplies(comment);
      }}
      aria-busy={isLoading}
      className={SMALL}
    >
      <Icon name="corner-down-right" className="size-4" />
      {isLoading ? "Loading…" : replies}
    </a>
  );
}

type ReplyFormProps = CommentProps & { viewer: Viewer; onClose: () => void };

function ReplyForm({ viewer, comment, discussion, onClose }: ReplyFormProps) {
  return (
    <div className="-mx-4 pt-1 md:-mx-6">
      <CommentForm
        viewer={viewer}
        autoFocus
        draftName={`reply:${comment.id}`}
        label={`Reply to ${comment.author.name}`}
        placeholder="Reply…"
        action="Reply"
        onSubmit={(content) => {
          discussion.post(content, comment.id);
          onClose();
        }}
        onCancel={onClose}
      />
    </div>
  );
}

function Delivery({ comment, discussion }: CommentProps) {
  if (comment.delivery.phase === "waiting") return <p className="text-13 text-muted">Waits for a connection</p>;
  if (comment.delivery.phase !== "failed") return null;
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-3 text-13 text-bad">
      <span>
        Not sent. <FailureText failure={comment.delivery.failure} />
      </span>
      <button type="button" onClick={() => discussion.retry(comment)} className={SMALL}>
        <Icon name="rotate-cw" className="size-3.5" />
        Send again
      </button>
      <button type="button" onClick={() => discussion.discard(comment)} className={SMALL}>
        <Icon name="x" className="size-3.5" />
        Discard
      </button>
    </p>
  );
}

/** A line from the avatar down past the replies. */
const STRING = "absolute top-9 bottom-0 left-4 w-px -translate-x-1/2 bg-line";
const SMALL =
  "touch-target -ml-2 inline-flex h-8 items-center gap-1.5 rounded-full px-2 text-13 font-medium text-muted hover:bg-brand-soft hover:text-brand";

type CommentHeaderProps = CommentProps & { postAuthorId: string; onEdit: () => void };

function CommentHeader({ comment, postAuthorId, discussion, onEdit }: CommentHeaderProps) {
  const viewer = useViewer();
  const isOwn = viewer?.id === comment.author.id;
  const isRemovable = viewer !== null && (isOwn || viewer.id === postAuthorId);
  return (
    <header className="byline-row">
      <Byline person={comment.author} />
      <span aria-hidden className="text-muted max-sm:hidden">
        ·
      </span>
      <a href={`#${comment.id}`} className="shrink-0 text-13 leading-6 text-muted hover:underline">
        <RelativeTime at={comment.createdAt} />
      </a>
      {comment.editedAt !== null && <span className="shrink-0 text-13 text-muted">edited</span>}
      {comment.hidden && <HiddenSign />}
      {isRemovable && comment.delivery.phase === "sent" && (
        <CommentMenu comment={comment} discussion={discussion} onEdit={isOwn ? onEdit : undefined} />
      )}
    </header>
  );
}

function CommentEditor({ comment, discussion, onClose }: CommentProps & { onClose: () => void }) {
  const [content, setContent] = useState(comment.content);
  const [saving, setSaving] = useState(EDITING);

  async function save(edited: string): Promise<boolean> {
    setSaving({ phase: "saving" });
    try {
      await discussion.edit(comment, edited);
      return true;
    } catch (error) {
      setSaving(savingFailed(error));
      return false;
    }
  }

  return (
    <TextEditor
      noun="comment"
      rows={2}
      content={content}
      onChange={setContent}
      saving={saving}
      save={save}
      onClose={onClose}
      within="article"
    />
  );
}
