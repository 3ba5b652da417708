"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, Input, Textarea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { textIn } from "@/components/ui/form-values";
import { RadioCards } from "@/components/ui/radio-cards";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { BIO_LENGTH, HANDLE, NAME_LENGTH } from "@/lib/domain/accounts/users/rules";
import type { OwnProfile } from "@/lib/domain/accounts/users/schema";
import { Avatar } from "@/components/ui/avatar";
import { TextAids } from "@/components/writing/text-aids";
import { ImageChoice } from "./image-choice";

const VISIBILITIES = [
  { value: "everyone", label: "Everyone", hint: "Anyone who follows you can see when you’re online." },
  { value: "mutuals", label: "Mutual follows", hint: "Only people you follow back." },
  { value: "nobody", label: "Nobody", hint: "You always appear offline." },
];

const QUOTING = [
  { value: "everyone", label: "Everyone", hint: "Whoever can see a public post of yours." },
  { value: "followed", label: "People you follow", hint: "Nobody else is offered to quote one." },
  { value: "nobody", label: "Nobody", hint: "Posts that quote you already keep their quotes." },
];

export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const router = useRouter();

  async function submit(entries: FormData) {
    const change = {
      name: textIn(entries.get("name")),
      handle: entries.get("handle") === profile.handle ? undefined : textIn(entries.get("handle")),
      bio: textIn(entries.get("bio")),
      presenceVisibility: entries.get("presenceVisibility") as OwnProfile["presenceVisibility"],
      quotes: entries.get("quotes") as OwnProfile["quotes"],
      automated: entries.has("automated"),
      petHidden: profile.hasProfilePet ? entries.has("petHidden") : undefined,
    };
    await call("PATCH /api/account/profile", change);
    toastStore.add({ text: "Profile saved.", tone: "plain" });
    router.refresh();
  }

  return (
    <Form action="Save" narrow submit={submit} className="flex max-w-130 flex-col gap-6">
      <OwnAvatar name={profile.name} image={profile.image} chosen={profile.imageChosen} />
      <Field label="Name" name="name">
        <Input required defaultValue={profile.name} maxLength={NAME_LENGTH.max} autoComplete="name" />
      </Field>
      <Field label="Handle" name="handle" hint={`${HANDLE.rule}. Links to your old handle stop working.`}>
        <Input required defaultValue={profile.handle} maxLength={20} verbatim />
      </Field>
      <Field label="Bio" name="bio" hint={`At most ${BIO_LENGTH} characters.`}>
        <Bio saved={profile.bio} />
      </Field>
      <RadioCards
        legend="Who can see when you’re online"
        name="presenceVisibility"
        cards={VISIBILITIES}
        defaultValue={profile.presenceVisibility}
      />
      <RadioCards legend="Who can quote your posts" name="quotes" cards={QUOTING} defaultValue={profile.quotes} />
      <Checkbox
        name="automated"
        defaultChecked={profile.automated}
        label="A program runs this account"
        hint="Your profile says so, and so do the events that programs receive."
      />
      {profile.hasProfilePet && (
        <Checkbox
          name="petHidden"
          defaultChecked={profile.petHidden}
          label="Keep my dog indoors"
          hint="It stays off your profile while this is on."
        />
      )}
    </Form>
  );
}

function Bio({ saved }: { saved: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [content, setContent] = useState(saved);
  return (
    <TextAids field={field} content={content} maxLength={BIO_LENGTH}>
      <Textarea
        ref={field}
        defaultValue={saved}
        maxLength={BIO_LENGTH}
        onChange={(event) => setContent(event.target.value)}
      />
    </TextAids>
  );
}

interface OwnAvatarProps {
  name: string;
  image: string;
  /** False for a picture that is generated from the viewer's handle. */
  chosen: boolean;
}

function OwnAvatar({ name, image, chosen }: OwnAvatarProps) {
  return (
    <ImageChoice
      label="Your picture"
      choose={chosen ? "Choose another" : "Choose a picture"}
      hint={
        chosen
          ? "Cropped to a square. PNG, JPEG, WebP or GIF, up to 5 MB."
          : "For now, it’s generated from your handle."
      }
      route="POST /api/account/avatar"
      changed="Your picture was updated."
      removal={
        chosen
          ? {
              remove: () => call("DELETE /api/account/avatar"),
              removed: "Your picture is generated from your handle again.",
            }
          : null
      }
    >
      <Avatar key={image} name={name} src={image} size={96} />
    </ImageChoice>
  );
}
