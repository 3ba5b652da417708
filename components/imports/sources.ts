import type { ImportItem } from "@/lib/domain/accounts/imports/schema";

interface Source {
  name: string;
  /** The files that it gives people. */
  accept: string;
  /** Where people get their archive. */
  hint: string;
}

/** The services whose archives can be brought here. */
export const SOURCES: Record<ImportItem["source"], Source> = {
  pegboard: {
    name: "Another Pegboard",
    accept: ".zip",
    hint: "There: Settings, Account, “Download everything”.",
  },
  mastodon: {
    name: "Mastodon",
    accept: ".zip",
    hint: "There: Preferences, Import and export, Data export. Request your archive, and wait for the letter. Boosts, replies to others and direct messages stay there.",
  },
  x: {
    name: "X",
    accept: ".zip",
    hint: "There: Settings, Your account, “Download an archive of your data”. It takes a day or two. Reposts and replies to others stay there.",
  },
  bluesky: {
    name: "Bluesky",
    accept: ".car",
    hint: "There: Settings, Account, “Export my data”. The file has no pictures. Reposts and replies to others stay there.",
  },
};
