"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorNote } from "@/components/ui/error-note";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toastStore } from "@/components/ui/toast-store";
import { MAX_ALT } from "@/lib/domain/media/rules";
import type { TimelinePost } from "@/lib/domain/timeline/schema";
import { PostText } from "./post-text";
import { TextEditor } from "./text-editor";
import { usePostEdit } from "./use-post-edit";

/** Edits a post in place, and the descriptions of its pictures. */
export default function PostEditor({ post, onClose }: { post: TimelinePost; onClose: () => void }) {
  const [content, setContent] = useState(post.content);
  const [alts, setAlts] = useState(() => Object.fromEntries(post.media.map(({ id, alt }) => [id, alt])));
  const { saving, save, readNewer } = usePostEdit(post);

  async function saveAll(edited: string): Promise<boolean> {
    const media = post.media.map(({ id }) => ({ id, alt: (alts[id] ?? "").trim() }));
    if (!(await save({ content: edited, media }))) return false;
    toastStore.add({ text: "Post saved.", tone: "good" });
    return true;
  }

  return (
    <TextEditor
      noun="post"
      rows={3}
      content={content}
      onChange={setContent}
      mayBeEmpty={post.media.length > 0}
      saving={saving}
      save={saveAll}
      onClose={onClose}
      within="[data-post]"
    >
      {post.media.map(({ id, url }, index) => (
        <div key={id} className="flex items-center gap-3">
          {/* oxlint-disable-next-line nextjs/no-img-element -- the store serves it as it should be seen */}
          <img src={url} alt="" className="size-12 shrink-0 rounded-control object-cover" />
          <div className="min-w-0 grow">
            <Field label={`Description of picture ${index + 1}`} hideLabel>
              <Input
                value={alts[id]}
                maxLength={MAX_ALT}
                placeholder="Describe it for people who can’t see it"
                onChange={(event) => setAlts({ ...alts, [id]: event.target.value })}
              />
            </Field>
          </div>
        </div>
      ))}
      {saving.phase === "outdated" && (
        <ErrorNote>
          <p>You edited this post somewhere else in the meantime. Nothing was saved, and your text is still here.</p>
          <Button size="small" className="mt-2" pending={saving.reading} onClick={() => void readNewer()}>
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
