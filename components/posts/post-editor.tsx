import { useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { ErrorNote } from "@/components/ui/error-note";
import { Field, Input } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { toastStore } from "@/components/ui/toast-store";
import { MAX_ALT } from "@/lib/domain/writing/media/rules";
import type { Post, PostChanges, TimelinePost } from "@/lib/domain/writing/posts/schema";
import { call } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import { postVersion } from "@/lib/domain/writing/posts/rules";
import { PostText } from "./post-text";
import { TextEditor, EDITING, type Saving, savingFailed } from "./text-editor";
import { showEdit } from "./edited-posts";
import { WarningField } from "./warning-field";

export default function PostEditor({ post, onClose }: { post: TimelinePost; onClose: () => void }) {
  const [content, setContent] = useState(post.content);
  const [warning, setWarning] = useState(post.warning);
  const [attached, setAttached] = useState(post.media);
  const [media, setMedia] = useState(post.media);
  const { saving, save, readNewer } = usePostEdit(post);

  async function saveAll(edited: string): Promise<boolean> {
    const changes = {
      content: edited,
      warning: warning?.trim() || null,
      media: media.map(({ id, alt }) => ({ id, alt: alt.trim() })),
      remove_media_ids: attached.filter((image) => !media.some(({ id }) => id === image.id)).map(({ id }) => id),
    };
    if (!(await save(changes))) return false;
    toastStore.add({ text: "Post saved.", tone: "good" });
    return true;
  }

  async function compare() {
    const newer = await readNewer();
    if (!newer) return;
    setAttached(newer.media);
    setMedia(media.filter((image) => newer.media.some(({ id }) => id === image.id)));
  }

  return (
    <TextEditor
      noun="post"
      rows={3}
      content={content}
      onChange={setContent}
      mayBeEmpty={media.length > 0}
      saving={saving}
      save={saveAll}
      onClose={onClose}
      within="[data-post]"
    >
      {warning === null ? (
        <Button size="small" variant="bare" className="self-start" onClick={() => setWarning("")}>
          Add a warning
        </Button>
      ) : (
        <WarningField value={warning} onChange={setWarning} />
      )}
      {media.map(({ id, url, alt }, index) => (
        <div key={id} className="flex items-center gap-3">
          {/* oxlint-disable-next-line nextjs/no-img-element -- the store serves it as it should be seen */}
          <img src={url} alt="" className="size-12 shrink-0 rounded-control object-cover" />
          <div className="min-w-0 grow">
            <Field label={`Description of picture ${index + 1}`} hideLabel>
              <Input
                value={alt}
                maxLength={MAX_ALT}
                placeholder="Describe it for people who can’t see it"
                onChange={(event) =>
                  setMedia(media.map((image) => (image.id === id ? { ...image, alt: event.target.value } : image)))
                }
              />
            </Field>
          </div>
          <IconButton
            label={`Take picture ${index + 1} out`}
            onClick={() => setMedia(media.filter((image) => image.id !== id))}
          >
            <Icon name="x" />
          </IconButton>
        </div>
      ))}
      {saving.phase === "outdated" && (
        <ErrorNote>
          <p>You edited this post somewhere else in the meantime. Nothing was saved, and your text is still here.</p>
          <Button size="small" className="mt-2" pending={saving.reading} onClick={() => void compare()}>
            See the newer version
          </Button>
        </ErrorNote>
      )}
      {saving.phase === "comparing" && (
        <section aria-label="The newer version" className="rounded-control border border-line px-3.5 py-2.5">
          <h3 className="mb-1 text-13 font-medium text-muted">What it says now. Saving replaces it.</h3>
          <PostText content={saving.newer.content} place="comment" />
          <Button size="small" className="mt-2" onClick={() => setContent(saving.newer.content)}>
            Start from this text
          </Button>
        </section>
      )}
    </TextEditor>
  );
}

type PostSaving =
  | Saving
  /** The post was edited elsewhere since it was opened here. */
  | { phase: "outdated"; reading: boolean }
  | { phase: "comparing"; newer: Post };

/** Saves edits of a post, each based on the version that the author has seen. */
function usePostEdit(post: TimelinePost) {
  const [saving, setSaving] = useState<PostSaving>(EDITING);
  const [seen, setSeen] = useState(postVersion(post));

  /** Resolves to whether it was saved. */
  async function save(changes: PostChanges): Promise<boolean> {
    setSaving({ phase: "saving" });
    try {
      showEdit(await call("PATCH /api/posts/{id}", { id: post.id, ...changes }, { version: seen }));
      return true;
    } catch (error) {
      if (error instanceof CallError && error.kind === "outdated") setSaving({ phase: "outdated", reading: false });
      else setSaving(savingFailed(error));
      return false;
    }
  }

  /** Resolves to the post as it is now; undefined if it could not be read. */
  async function readNewer(): Promise<Post | undefined> {
    setSaving({ phase: "outdated", reading: true });
    try {
      const newer = await call("GET /api/posts/{id}", { id: post.id });
      setSeen(postVersion(newer));
      setSaving({ phase: "comparing", newer });
      return newer;
    } catch (error) {
      setSaving(savingFailed(error));
      return undefined;
    }
  }

  return { saving, save, readNewer };
}
