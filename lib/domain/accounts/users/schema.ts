import { achievement } from "@/lib/domain/play/coins/schema";
import { z } from "zod";
import { MAX_ACTIVE_KEYS } from "@/lib/domain/accounts/keys/rules";
import { visibleLine, text } from "@/lib/domain/kernel/text/schema";
import { isReservedHandle, readsAsPlatform, RESERVED_HANDLE, SITES_OWN_NAME } from "./names";
import { BIO_LENGTH, HANDLE, MAX_EMAIL_LENGTH, NAME_LENGTH, normalizeLogin, PASSWORD_LENGTH } from "./rules";

export const handle = z
  .string()
  .regex(HANDLE.pattern, { error: `A handle has ${HANDLE.rule}`, abort: true })
  .refine((value) => !isReservedHandle(value), RESERVED_HANDLE);

export const personName = visibleLine("A name", NAME_LENGTH).refine((value) => !readsAsPlatform(value), SITES_OWN_NAME);

export const password = z
  .string()
  .min(PASSWORD_LENGTH.min, `A password has at least ${PASSWORD_LENGTH.min} characters`)
  .max(PASSWORD_LENGTH.max, `A password has at most ${PASSWORD_LENGTH.max} characters`);

/** Zod's own, and the top-level domains of other scripts, which contain digits in ASCII. */
const EMAIL = /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

export const email = z
  .string()
  .overwrite(normalizeLogin)
  .max(MAX_EMAIL_LENGTH)
  .pipe(z.email({ pattern: EMAIL, error: "This is not an e-mail address" }));

export const registration = z.strictObject({
  name: personName,
  handle,
  email,
  password,
});

export const registered = z.object({ id: z.string(), handle: z.string() });

/** docs/contract.md#author */
export const person = z
  .object({
    id: z.string().meta({ example: "user_0VhPz81mQwErTyUiOpAsDf" }),
    name: z.string().meta({ example: "Ada Moreno" }),
    handle: z.string().meta({ description: "Unique, without the leading @.", example: "ada" }),
    image: z.url().meta({
      description: "Absolute URL of the profile picture.",
      example: "https://pegboard.example/api/avatars/ada",
    }),
  })
  .meta({ id: "Person", description: "A user, in brief." });

export type Person = z.output<typeof person>;

const count = z.number().int().min(0);

const automated = z
  .boolean()
  .meta({ description: "Whether a program runs the account, as it says itself.", example: false });
const presenceVisibility = z.enum(["everyone", "mutuals", "nobody"]);
const quotes = z.enum(["everyone", "followed", "nobody"]).meta({
  description: "Who may quote your public posts. `followed` are the people whom you follow.",
});

/** docs/contract.md#user */
export const ownAccount = person
  .extend({
    createdAt: z.iso.datetime(),
    tier: z.enum(["free", "pro"]).meta({ description: "Determines the rate limit." }),
    bio: z.string().meta({ description: "May be empty.", example: "Builds small things out of brass and code." }),
    presenceVisibility: presenceVisibility.meta({ description: "Who sees that you are online." }),
    quotes,
    automated,
    petHidden: z
      .boolean()
      .meta({ description: "Whether your profile shows no pet though you have one.", example: false }),
    stats: z.object({
      coins: count,
      xp: count,
      level: z.number().int().min(1),
      followers: count,
      following: count,
      posts: count,
    }),
  })
  .meta({ id: "OwnAccount", description: "Your account." });

/** docs/contract.md#user */
export const publicProfile = person
  .extend({
    bio: z.string().meta({ description: "May be empty.", example: "Builds small things out of brass and code." }),
    automated,
    createdAt: z.iso.datetime(),
    stats: z.object({ followers: count, following: count, posts: count, level: z.number().int().min(1) }),
    achievements: z
      .array(achievement)
      .meta({ description: "In the order in which they were earned.", example: ["cup-3"] }),
  })
  .meta({ id: "PublicProfile", description: "A user's public profile." });

export type OwnAccount = z.output<typeof ownAccount>;
export type PublicProfile = z.output<typeof publicProfile>;

const bio = text("A bio", { max: BIO_LENGTH });

/** Omitted fields stay unchanged. */
export const profileChange = z
  .strictObject({
    name: personName.optional(),
    handle: handle.optional(),
    bio: bio.optional(),
    presenceVisibility: presenceVisibility.optional(),
    quotes: quotes.optional(),
    automated: automated.optional(),
    petHidden: z.boolean().optional(),
  })
  .meta({ id: "ProfileChange" });

export const ownProfile = z.object({
  name: z.string(),
  handle: z.string(),
  bio: z.string(),
  image: z.url(),
  /** False for the default picture. */
  imageChosen: z.boolean(),
  presenceVisibility,
  quotes,
  automated: z.boolean(),
  hasProfilePet: z.boolean(),
  petHidden: z.boolean(),
});

export const ownAvatar = ownProfile
  .pick({ image: true })
  .meta({ id: "OwnPicture", description: "Your profile picture." });

export const passwordChange = z.strictObject({
  currentPassword: z.string().max(PASSWORD_LENGTH.max),
  newPassword: password,
  /** API keys to revoke as well: all of them, or some by id. */
  revokeKeys: z.union([z.boolean(), z.array(z.string()).max(MAX_ACTIVE_KEYS)]).default(false),
});

/** Without the password, the session needs a recent proof. */
export const accountClosing = z.strictObject({ password: z.string().max(PASSWORD_LENGTH.max).optional() });

export interface SessionSummary {
  id: string;
  userAgent: string;
  createdAt: string;
  expiresAt: string;
  /** Whether it is the session of the request. */
  current: boolean;
}

export type ProfileChange = z.output<typeof profileChange>;
export type PasswordChange = z.input<typeof passwordChange>;
export type OwnProfile = z.output<typeof ownProfile>;

/** docs/contract.md#coins-plinko-and-the-shop */
export const profile = publicProfile
  .extend({
    /** Whom the bio mentions, as in a timeline post. */
    bioMentions: z.record(z.string(), z.string()).nullable(),
    xp: count,
    coins: count,
    hasProfilePet: z.boolean(),
    petHidden: z.boolean(),
    /** Whether the two follow each other, and the viewer mutes the person; null for a visitor and oneself. */
    viewer: z.object({ following: z.boolean(), followsYou: z.boolean(), muted: z.boolean() }).nullable(),
  })
  .meta({ id: "Profile", description: "Somebody's profile." });

export type Profile = z.output<typeof profile>;
