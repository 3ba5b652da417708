"use client";

import { useRouter } from "next/navigation";
import { type ChangeEvent, useState } from "react";
import { PICTURE_TYPES } from "@/components/posts/pictures";
import { isAcceptable } from "@/components/posts/use-pictures";
import { Mark } from "@/components/shell/mark";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Spinner } from "@/components/ui/spinner";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/client/call";
import { messageOf } from "@/lib/client/call-error";
import { upload } from "@/lib/client/upload";

/** The site's logo. Changes are saved immediately. */
export function LogoChoice({ logo }: { logo: string | null }) {
  const router = useRouter();
  const toast = useToast();
  const [saving, setSaving] = useState(false);

  async function save(work: () => Promise<unknown>, words: string) {
    setSaving(true);
    try {
      await work();
      toast(words);
      router.refresh();
    } catch (error) {
      toast(messageOf(error), { tone: "bad" });
    }
    setSaving(false);
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file && isAcceptable(file)) void save(() => upload("POST /api/admin/site/logo", file), "The logo was changed.");
    target.value = "";
  }

  return (
    <div role="group" aria-label="Logo" className="flex items-center gap-4">
      <Mark logo={logo} className="size-16!" />
      <div>
        <div className="flex flex-wrap gap-2">
          <label
            aria-busy={saving}
            className={buttonStyle(
              { size: "small" },
              "cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-brand",
            )}
          >
            {saving && <Spinner />}
            {logo ? "Choose another" : "Choose a logo"}
            <input
              type="file"
              accept={PICTURE_TYPES.join(",")}
              disabled={saving}
              className="sr-only"
              onChange={choose}
            />
          </label>
          {logo && (
            <Button
              size="small"
              variant="bare"
              disabled={saving}
              onClick={() => void save(() => call("DELETE /api/admin/site/logo"), "The site has its first mark again.")}
            >
              Remove
            </Button>
          )}
        </div>
        <p className="mt-2 text-13 text-muted">Cropped to a square. PNG, JPEG, WebP or GIF, up to 5 MB.</p>
      </div>
    </div>
  );
}
