"use client";

import { Avatar } from "@/components/ui/avatar";
import { call } from "@/lib/client/call";
import { PictureChoice } from "./picture-choice";

interface OwnPictureProps {
  name: string;
  image: string;
  /** False for a picture that is generated from the viewer's handle. */
  chosen: boolean;
}

/** The viewer's profile picture. */
export function OwnPicture({ name, image, chosen }: OwnPictureProps) {
  return (
    <PictureChoice
      label="Your picture"
      choose={chosen ? "Choose another" : "Choose a picture"}
      hint={
        chosen
          ? "Cropped to a square. PNG, JPEG, WebP or GIF, up to 5 MB."
          : "For now, it’s generated from your handle."
      }
      route="POST /api/account/picture"
      changed="Your picture was updated."
      removal={
        chosen
          ? {
              remove: () => call("DELETE /api/account/picture"),
              removed: "Your picture is generated from your handle again.",
            }
          : null
      }
    >
      <Avatar key={image} name={name} src={image} size={96} />
    </PictureChoice>
  );
}
