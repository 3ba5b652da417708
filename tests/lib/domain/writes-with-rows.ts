import { remindOfExpiringKeys } from "@/lib/domain/accounts/expiring-keys";
import { closeAccount, finishClosings } from "@/lib/domain/accounts/closing";
import { signIn } from "@/lib/domain/accounts/devices";
import { findClosed, isReopenable, reopenAccount, reopenByDecision } from "@/lib/domain/accounts/reopening";
import { placeBet } from "@/lib/domain/coins/commands";
import type { Context } from "@/lib/domain/context";
import { addComment, editComment } from "@/lib/domain/engagement/comments";
import { likePost } from "@/lib/domain/engagement/commands";
import { deleteComment } from "@/lib/domain/engagement/removal";
import { announceDue } from "@/lib/domain/announcer/announce";
import { followUser } from "@/lib/domain/graph/commands";
import { createPost, deletePost } from "@/lib/domain/posts/commands";
import { editPost } from "@/lib/domain/posts/editing";
import { changeAccount } from "@/lib/domain/users/profile";
import { hashPassword } from "@/lib/domain/users/password";
import { endSession } from "@/lib/domain/users/sessions";
import { createEndpoint } from "@/lib/domain/webhooks/commands";
import { claimDeliveries } from "@/lib/domain/webhooks/delivery/claim";
import { newPerson } from "@/tests/support/people";

/** Runs every write whose statement returns rows, about one of the actor's posts, which it deletes. */
export async function writeWithRows(ctx: Context, id: string): Promise<void> {
  const other = await newPerson();
  await createEndpoint(ctx, { url: "http://127.0.0.1:9/", events: ["incoming.*"], payload: "full" });
  await likePost(other, { id });
  await followUser(other, { handle: ctx.actor.handle });
  await addComment(other, { id, content: "A word before" });
  for (const program of [ctx, other]) await changeAccount(program, { automated: true });
  await createPost(other, { content: `@${ctx.actor.handle}`, audience: "PUBLIC" });
  await announceDue(ctx);
  await editPost(ctx, { id, content: `@${other.actor.handle}` });
  await editPost(ctx, { id, content: "Nobody" });
  const { id: commentId } = await addComment(ctx, { id, content: "A word" });
  const { id: replyId } = await addComment(ctx, { id, content: "Another", parent_id: commentId });
  for (const channel of ["api", "session"] as const)
    await editComment({ ...ctx, channel }, { id: commentId, content: `Said by ${channel}` });
  for (const spoken of [replyId, commentId]) await deleteComment(ctx, { id: spoken });
  await createPost(ctx, { content: `@${other.actor.handle}`, audience: "FOLLOWERS" });
  await deletePost(ctx, { id });
  await closeAndReopen();
  await placeBet(ctx, { bin: 2, amount: 1 });
  await placeBet(ctx, { bin: 2, amount: 100 }).catch(() => undefined);
  await remindOfExpiringKeys(ctx);
  await claimDeliveries(ctx, "a worker", []);
}

async function closeAndReopen(): Promise<void> {
  const leaver = await newPerson();
  const password = "four words make one";
  const passwordHash = await hashPassword(leaver, password);
  await leaver.db.user.update({ where: { id: leaver.actor.id }, data: { passwordHash } });
  const session = { userId: leaver.actor.id, userAgent: "", maxAgeSeconds: 60 };
  const id = await signIn(leaver, { ...session, deviceId: "a", method: "credentials" });
  await endSession(leaver, id);
  await closeAccount(leaver, { password });
  await findClosed(leaver, leaver.actor.handle);
  await isReopenable(leaver, leaver.actor.id);
  await reopenByDecision(leaver, leaver.actor);
  await reopenAccount(leaver, { id: leaver.actor.id });
  await finishClosings(leaver);
}
