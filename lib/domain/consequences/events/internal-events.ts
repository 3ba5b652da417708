type NoData = Record<string, never>;

/** Events that only have reactions, each with its data: no webhook delivers them. */
export interface InternalEvents {
  "like.deleted": { postId: string };
  "repost.created": { postId: string };
  "repost.deleted": { postId: string };
  /** A post of somebody's quotes another. */
  "post.quoted": { postId: string; quoteId: string };
  /** A post of the actor's could not be posted at the moment that it was scheduled for. */
  "scheduled-post.failed": { scheduledPostId: string };
  /** The author of a quoted post took it out of the post that quotes it. */
  "quote.withdrawn": { postId: string; quoteId: string };
  "user.mentioned": { userIds: string[] };
  /** A post or comment was edited, and no longer mentions them. */
  "user.unmentioned": { userIds: string[] };
  "drop.played": {
    dropId: string;
    bin: number;
    landedBin: number;
    amount: number;
    won: boolean;
    payout: number;
  };
  "build.liked": { buildId: string };
  "build.unliked": { buildId: string };
  "build.commented": { buildId: string; commentId: string };
  /** A link to a new password was sent to an account's address. */
  "password.forgotten": NoData;
  /** An account got a new password by such a link. */
  "password.reset": NoData;
  "person.blocked": { userId: string };
  "person.unblocked": { userId: string };
  "person.muted": { userId: string };
  "person.unmuted": { userId: string };
  "account.created": NoData;
  "sign-up.refused": NoData;
  /** A link that confirms an address was sent to it. */
  "email.confirmation_requested": NoData;
  "email.confirmed": NoData;
  "email.changed": NoData;
  /** A change of address was undone. */
  "email.restored": NoData;
  "factor.added": NoData;
  "factor.removed": NoData;
  /** The operator turned all factors off. */
  "factors.reset": NoData;
  "recovery-codes.renewed": NoData;
  "recovery-code.used": NoData;
  /** Somebody linked an account of another site, which can sign in from then on. */
  "provider.linked": NoData;
  "provider.unlinked": NoData;
  "report.filed": { reportId: string };
  "report.decided": { decisionId: string };
  "appeal.filed": { decisionId: string };
  "appeal.decided": { decisionId: string; granted: boolean };
  "word.muted": { wordId: string };
  "word.unmuted": { wordId: string };
  /** Somebody signed in with a browser that their account was not signed in to with before. */
  "sign-in.new_device": NoData;
  /** An API key expires soon. */
  "key.expiring": { keyId: string };
  /** Somebody let an app act for them that did not before. */
  "app.allowed": { appId: string };
  /** An app lost what it was allowed: a token of it was used twice. */
  "app.stopped": { appId: string };
  /** Staff blocked an app. */
  "app.blocked": { appId: string };
  "app.unblocked": { appId: string };
  "account.closed": NoData;
  /** A closed account was opened again, by its owner or on appeal. */
  "account.reopened": NoData;
  /** An admin changed what an account may do. */
  "role.changed": { userId: string };
  "tier.changed": { userId: string };
  "build.bought": { buildId: string; price: number };
}
