import { z } from "zod";
import { visibleLine } from "@/lib/domain/kernel/text/schema";
import { SITE_NAME_LENGTH } from "./rules";

/** `logo` is null for the default one. */
export const branding = z.object({ name: z.string(), logo: z.string().nullable() });

export type Branding = z.output<typeof branding>;

export const brandingChange = z.strictObject({ name: visibleLine("A name", SITE_NAME_LENGTH) });

export type BrandingChange = z.output<typeof brandingChange>;
