"use client";

import { useRouter } from "next/navigation";
import { type ChangeEvent, useState } from "react";
import { PICTURE_TYPES } from "@/components/posts/pictures";
import { isTakeable } from "@/components/posts/use-pictures";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Spinner } from "@/components/ui/spinner";
import { useToast } from "@/components/ui/toast";
import { call, messageOf } from "@/lib/client/call";
import { uploadPicture } from "@/lib/client/upload";

interface OwnPictureProps {
  name: string;
  image: string;
  /** Whether the reader has chosen it; otherwise it is drawn from their handle. */
  chosen: boolean;
}

/** The picture that shows the reader, and the ways to change it. It is saved at once. */
export function OwnPicture({ name, image, chosen }: OwnPictureProps) {
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
    if (file && isTakeable(file)) void save(() => uploadPicture(file), "Your picture is changed.");
    target.value = "";
  }

  return (
    <div role="group" aria-label="Your picture" className="flex items-center gap-4">
      <Avatar key={image} name={name} src={image} size={96} />
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
            {chosen ? "Choose another" : "Choose a picture"}
            <input
              type="file"
              accept={PICTURE_TYPES.join(",")}
              disabled={saving}
              className="sr-only"
              onChange={choose}
            />
          </label>
          {chosen && (
            <Button
              size="small"
              variant="bare"
              disabled={saving}
              onClick={() =>
                void save(() => call("DELETE", "/api/account/picture"), "Your picture is drawn from your handle again.")
              }
            >
              Remove
            </Button>
          )}
        </div>
        <p className="mt-2 text-13 text-muted">
          {chosen ? "Cut to a square. PNG, JPEG, WebP or GIF, up to 5 MB." : "Now it is drawn from your handle."}
        </p>
      </div>
    </div>
  );
}
