import { z } from "zod";
import { visibleLine } from "@/lib/domain/text";
import { SITE_NAME_LENGTH } from "./rules";

/** The site's name, and the address of its logo if it has one of its own. */
export const branding = z.object({ name: z.string(), logo: z.string().nullable() });

export type Branding = z.output<typeof branding>;

export const brandingChange = z.strictObject({ name: visibleLine("A name", SITE_NAME_LENGTH) });

export type BrandingChange = z.output<typeof brandingChange>;
