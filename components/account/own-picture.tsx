"use client";

import { useRouter } from "next/navigation";
import { type ChangeEvent, useState } from "react";
import { PICTURE_TYPES } from "@/components/posts/pictures";
import { isAcceptable } from "@/components/posts/use-pictures";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Spinner } from "@/components/ui/spinner";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/client/call";
import { messageOf } from "@/lib/client/call-error";
import { upload } from "@/lib/client/upload";

interface OwnPictureProps {
  name: string;
  image: string;
  /** False where it is generated from the reader's handle. */
  chosen: boolean;
}

/** The reader's profile picture. Changes are saved immediately. */
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
    if (file && isAcceptable(file))
      void save(() => upload("POST /api/account/picture", file), "Your picture was updated.");
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
                void save(
                  () => call("DELETE /api/account/picture"),
                  "Your picture is generated from your handle again.",
                )
              }
            >
              Remove
            </Button>
          )}
        </div>
        <p className="mt-2 text-13 text-muted">
          {chosen
            ? "Cropped to a square. PNG, JPEG, WebP or GIF, up to 5 MB."
            : "For now, it’s generated from your handle."}
        </p>
      </div>
    </div>
  );
}
