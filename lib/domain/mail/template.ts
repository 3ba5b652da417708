/** What a letter needs beyond its kind; stored encrypted. */
export interface LetterContent {
  email: string;
  handle: string;
  /** What happened, as a sentence. */
  what?: string;
  /** The token of its link. */
  token?: string;
  /** Sentences that differ from letter to letter. */
  details?: string[];
}

/** How the letters of one kind are written. */
export interface Template {
  subject: string;
  paragraphs(content: LetterContent): string[];
  /** The button. The letter's token is appended to its path. */
  button: { label: string; path: string };
  /** Why the reader gets it, and what to do if it is not meant for them. */
  why: string;
}

export const OWNER = "You get this because your address belongs to this account.";

export const GIVEN =
  "You get this because this address was given for an account. If it isn’t yours, you don’t have to do anything.";
