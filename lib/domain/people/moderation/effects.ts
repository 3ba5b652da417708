import { closeByDecision } from "@/lib/domain/accounts/lifecycle/closing";
import { reopenByDecision } from "@/lib/domain/accounts/lifecycle/reopening";
import { isOnBuild, removeBuildComment } from "@/lib/domain/writing/builds/comments";
import { actAs, type Context, write } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { deleteComment } from "@/lib/domain/writing/comments/commands";
import { releaseMedia } from "@/lib/domain/writing/media/commands";
import { deletePost } from "@/lib/domain/writing/posts/commands";
import { removeMessage } from "@/lib/domain/play/rooms/messages";
import type { Account } from "@/lib/domain/accounts/users/account";
import {
  hidePost,
  setHidden,
  showPost,
  limitAccount,
  suspendAccount,
  takeBackSuspension,
  unlimitAccount,
} from "./sanctions";
import type { ModerationAction, SubjectType } from "./rules";

/** The subject of a decision. The account is locked. */
export interface Target {
  subjectType: SubjectType;
  subjectId: string;
  account: Account;
}

type Effect = (tx: Context, target: Target, decision: { until?: string }) => Promise<unknown>;
type SubjectEffects = Record<SubjectType, (tx: Context, target: Target) => Promise<unknown>>;

const nothing = async () => undefined;

/** What each action does, in the transaction of the decision. */
export const EFFECTS: Record<ModerationAction, Effect> = {
  dismiss: nothing,
  warn: nothing,
  hide: (tx, target) => HIDE[target.subjectType](tx, target),
  delete: (tx, target) => DELETE[target.subjectType](tx, target),
  limit: (tx, { account }) => limitAccount(tx, account.id),
  suspend: (tx, { account }, { until }) =>
    suspendAccount(actAs(tx, account), until === undefined ? null : new Date(until)),
  close: (tx, { account }) => closeByDecision(actAs(tx, account), { closedBy: tx.actor.id }),
};

/** Deleted content cannot be restored, nor can an account whose data is no longer kept. */
export const REVERSALS: Record<ModerationAction, (tx: Context, target: Target) => Promise<unknown>> = {
  dismiss: nothing,
  warn: nothing,
  hide: (tx, target) => SHOW[target.subjectType](tx, target),
  delete: nothing,
  limit: (tx, { account }) => unlimitAccount(tx, account.id),
  suspend: (tx, { account }) => takeBackSuspension(tx, account.id),
  close: (tx, { account }) => reopenByDecision(tx, account),
};

const tableOf = (commentId: string) => (isOnBuild(commentId) ? "BuildComment" : "Comment");

const HIDE: SubjectEffects = {
  post: (tx, { subjectId }) => hidePost(tx, subjectId),
  comment: (tx, { subjectId }) => setHidden(tx, tableOf(subjectId), subjectId, true),
  build: (tx, { subjectId }) => setHidden(tx, "Build", subjectId, true),
  message: nothing,
  user: nothing,
};

const SHOW: SubjectEffects = {
  ...HIDE,
  post: (tx, { subjectId }) => showPost(tx, subjectId),
  comment: (tx, { subjectId }) => setHidden(tx, tableOf(subjectId), subjectId, false),
  build: (tx, { subjectId }) => setHidden(tx, "Build", subjectId, false),
};

const DELETE: SubjectEffects = {
  post: (tx, target) =>
    orElse(deletePost(actAs(tx, target.account), { id: target.subjectId }), () => deleteAgain(tx, target.subjectId)),
  comment: (tx, { account, subjectId: id }) =>
    isOnBuild(id) ? removeBuildComment(tx, id) : orElse(deleteComment(actAs(tx, account), { id }), nothing),
  build: (tx, { subjectId }) => deleteBuild(tx, subjectId),
  message: (tx, target) => removeMessage(tx, target.subjectId),
  user: nothing,
};

async function deleteBuild(tx: Context, buildId: string): Promise<void> {
  await write(tx, "moderation.deleteBuild")`UPDATE "Build" SET "deletedAt" = ${tx.now} WHERE id = ${buildId}`;
  await releaseMedia(tx, { buildId });
}

/** Awaits a deletion; if it finds nothing to delete, before it changes anything, runs `other`. */
async function orElse(deletion: Promise<void>, other: () => Promise<unknown>): Promise<void> {
  await deletion.catch(async (error: unknown) => {
    if (!(error instanceof DomainError && error.code === "not_found")) throw error;
    await other();
  });
}

/** Deletes for good a post that closing its author's account deleted, and reopening would restore. */
async function deleteAgain(tx: Context, postId: string): Promise<void> {
  await write(tx, "moderation.deletePost")`UPDATE "Post" SET "deletedAt" = ${tx.now} WHERE id = ${postId}`;
  await releaseMedia(tx, { postId });
}
