import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { DomainError, type Issue } from "@/lib/domain/kernel/errors";
import { releaseMedia } from "./commands";
import { IMAGE_PATH } from "./rules";
import type { BuildImageRole } from "@/lib/infra/prisma/enums";

interface DescribedImage {
  id: string;
  alt: string;
}

/** What an author wants a build to show. A cover or screenshots that are undefined stay as they are. */
interface WantedImages {
  cover?: DescribedImage | null;
  screenshots?: DescribedImage[];
  readme: string;
}

interface PlacedImage {
  id: string;
  role: BuildImageRole;
  position: number;
  /** Omitted where it stays. */
  alt?: string;
  /** The field that names it; none if only the readme does. */
  param?: string;
}

/**
 * Attaches the actor's own images to a build whose row is locked, in their new roles, and releases those that it shows
 * no longer. Of a readme's images, others than those that can be attached are left alone.
 * @throws DomainError `invalid_media` that names every cover and screenshot that cannot be attached
 */
export async function arrangeBuildImages(tx: Context, buildId: string, wanted: WantedImages): Promise<void> {
  const before = await read<PlacedImage>(tx, "media.ofBuild")`
    SELECT id, role, position FROM "Media" WHERE "buildId" = ${buildId} ORDER BY role, position FOR NO KEY UPDATE`;
  const placed = placedImages(before, wanted);
  if (before.length === 0 && placed.length === 0) return;
  const attached = await read<{ id: string }>(tx, "media.attachToBuild")`
    UPDATE "Media" m SET "buildId" = ${buildId}, role = placed.role, position = placed.position,
           alt = COALESCE(placed.alt, m.alt), "expiresAt" = NULL
      FROM jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) AS placed(id text, role "BuildImageRole", position int, alt text)
     WHERE m.id = placed.id AND m."ownerId" = ${tx.actor.id} AND m."postId" IS NULL
       AND (m."buildId" = ${buildId}
         OR m."buildId" IS NULL AND m."scheduledPostId" IS NULL AND m."expiresAt" > ${tx.now})
    RETURNING m.id`;
  const shown = new Set(attached.map(({ id }) => id));
  rejectUnattached(placed, shown);
  await releaseMedia(tx, { ids: before.map(({ id }) => id).filter((id) => !shown.has(id)) });
}

/** Returns each image once: as the cover or a screenshot rather than as one of the readme's. */
function placedImages(before: readonly PlacedImage[], { cover, screenshots, readme }: WantedImages): PlacedImage[] {
  const staying = (role: BuildImageRole) => before.filter((image) => image.role === role);
  const chosen: PlacedImage[] = [
    ...(cover === undefined
      ? staying("COVER")
      : cover
        ? [{ ...cover, role: "COVER" as const, position: 0, param: "cover.id" }]
        : []),
    ...(screenshots?.map((image, position) => ({
      ...image,
      role: "SCREENSHOT" as const,
      position,
      param: `screenshots[${position}].id`,
    })) ?? staying("SCREENSHOT")),
  ];
  const others = imagesIn(readme).filter((id) => !chosen.some((image) => image.id === id));
  return [...chosen, ...others.map((id, position) => ({ id, role: "README" as const, position }))];
}

function rejectUnattached(placed: readonly PlacedImage[], attached: ReadonlySet<string>): void {
  const issues: Issue[] = placed.flatMap(({ id, param }, index) =>
    param === undefined || (attached.has(id) && placed.findIndex((other) => other.id === id) === index)
      ? []
      : [{ param, message: `${param} is neither one of your unattached images nor one of this build` }],
  );
  if (issues.length > 0) throw new DomainError("invalid_media", issues[0]!.message, { issues });
}

const IMAGE = new RegExp(`${IMAGE_PATH}(media_\\w{22})(?!\\w)`, "g");

/** Returns the ids of our own images that a document shows, or otherwise names. */
function imagesIn(source: string): string[] {
  return [...new Set(Array.from(source.matchAll(IMAGE), ([, id]) => id!))];
}

/** Width and height in pixels, by the image's id. */
export type ImageSizes = Record<string, readonly [width: number, height: number]>;

/** Returns the sizes of the images of builds, and of the viewer's own, in a document, so that nothing moves in it. */
export async function imageSizes(ctx: VisitorContext, source: string): Promise<ImageSizes> {
  const ids = imagesIn(source);
  if (ids.length === 0) return {};
  const images = await read<{ id: string; width: number; height: number }>(ctx, "media.sizes")`
    SELECT id, width, height FROM "Media"
     WHERE id = ANY (${ids}::text[]) AND ("buildId" IS NOT NULL OR "ownerId" = ${ctx.actor?.id ?? ""})`;
  return Object.fromEntries(images.map(({ id, width, height }) => [id, [width, height]]));
}
