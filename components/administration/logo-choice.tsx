"use client";

import { Mark } from "@/components/shell/mark";
import { PictureChoice } from "@/components/account/picture-choice";
import { call } from "@/lib/client/call";

/** The site's logo. */
export function LogoChoice({ logo }: { logo: string | null }) {
  return (
    <PictureChoice
      label="Logo"
      choose={logo ? "Choose another" : "Choose a logo"}
      hint="Cropped to a square. PNG, JPEG, WebP or GIF, up to 5 MB."
      route="POST /api/admin/site/logo"
      changed="The logo was changed."
      removal={
        logo ? { remove: () => call("DELETE /api/admin/site/logo"), removed: "The default logo is back." } : null
      }
    >
      <Mark logo={logo} className="size-16!" />
    </PictureChoice>
  );
}
