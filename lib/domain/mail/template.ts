/** What a letter needs beyond its kind; stored encrypted. */
export interface LetterContent {
  email: string;
  handle: string;
  /** What happened, as a sentence. */
  what?: string;
  /** What makes the link in it work. */
  token?: string;
  /** Sentences of a letter that is not the same for everybody. */
  details?: string[];
}

/** How the letters of one kind are written. */
export interface Template {
  subject: string;
  paragraphs(content: LetterContent): string[];
  /** Its path is completed with the letter's token. */
  button: { label: string; path: string };
  /** Why its reader gets it, and what to do if it is not for them. */
  why: string;
}

export const OWNER = "You get this because your address belongs to this account.";

export const GIVEN =
  "You get this because this address was given for an account. If it isn’t yours, you don’t have to do anything.";
