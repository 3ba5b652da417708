import { auditSetting } from "@/lib/domain/accounts/audit-log/commands";
import { actAs, type Context, inTransaction, write } from "@/lib/domain/kernel/context";
import type { StoredImage } from "@/lib/domain/writing/media/upload";
import { currentSite, forgetSite } from "@/lib/domain/deployment/site/current";
import { requireAdmin } from "@/lib/domain/accounts/guards/staff";
import { lockAccounts } from "@/lib/domain/kernel/locks";
import { prepareAvatar, removeAvatar, setAvatar } from "@/lib/domain/accounts/users/avatar";
import { PLATFORM_USER_ID } from "@/lib/domain/accounts/users/rules";
import type { Branding, BrandingChange } from "./schema";

/** Returns the site's name and logo, for admins. @throws DomainError `forbidden` */
export async function getBranding(ctx: Context): Promise<Branding> {
  requireAdmin(ctx);
  const { name, logo } = await currentSite();
  return { name, logo };
}

/** Changes the site's name, which is that of the platform's own account. @throws DomainError `forbidden` */
export async function changeBranding(ctx: Context, { name }: BrandingChange): Promise<Branding> {
  requireAdmin(ctx);
  await inTransaction(ctx, async (tx) => {
    const before = await lockPlatform(tx);
    if (before.name === name) return;
    await write(tx, "branding.rename")`UPDATE "User" SET name = ${name} WHERE id = ${PLATFORM_USER_ID}`;
    await auditSetting(tx, { setting: "site-name", from: before.name, to: name });
  });
  forgetSite();
  return getBranding(ctx);
}

export async function prepareLogo(ctx: Context, upload: { file: { bytes: Uint8Array } }): Promise<StoredImage> {
  requireAdmin(ctx);
  return prepareAvatar(ctx, upload);
}

/**
 * Sets the site's logo. The image belongs to the platform's own account, to outlive the admin's.
 * @throws DomainError `forbidden`
 */
export async function setLogo(ctx: Context, input: unknown, square: StoredImage): Promise<Branding> {
  requireAdmin(ctx);
  await inTransaction(ctx, async (tx) => {
    await setAvatar(asPlatform(tx), input, square);
    await auditSetting(tx, { setting: "site-logo", image: square.id });
  });
  forgetSite();
  return getBranding(ctx);
}

/** Removes the site's logo. @throws DomainError `forbidden` */
export async function removeLogo(ctx: Context): Promise<Branding> {
  requireAdmin(ctx);
  await inTransaction(ctx, async (tx) => {
    if ((await lockPlatform(tx)).image === null) return;
    await removeAvatar(asPlatform(tx));
    await auditSetting(tx, { setting: "site-logo", image: null });
  });
  forgetSite();
  return getBranding(ctx);
}

async function lockPlatform(tx: Context) {
  const [platform] = await lockAccounts(tx, [PLATFORM_USER_ID]);
  return platform!;
}

const asPlatform = (tx: Context) => actAs(tx, { ...tx.actor, id: PLATFORM_USER_ID });
