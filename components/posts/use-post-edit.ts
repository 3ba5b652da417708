"use client";

import { useState } from "react";
import { call } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import { postVersion } from "@/lib/domain/posts/rules";
import type { Post, PostChanges } from "@/lib/domain/posts/schema";
import type { TimelinePost } from "@/lib/domain/timeline/schema";
import { showEdit } from "./edited-posts";
import { EDITING, type Saving, savingFailed } from "./text-editor";

type PostSaving =
  | Saving
  /** The post was edited elsewhere since it was opened here. */
  | { phase: "outdated"; reading: boolean }
  | { phase: "comparing"; newer: Post };

/** Saves edits of a post, each based on the version that the author has seen. */
export function usePostEdit(post: TimelinePost) {
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

  async function readNewer(): Promise<void> {
    setSaving({ phase: "outdated", reading: true });
    try {
      const newer = await call("GET /api/posts/{id}", { id: post.id });
      setSeen(postVersion(newer));
      setSaving({ phase: "comparing", newer });
    } catch (error) {
      setSaving(savingFailed(error));
    }
  }

  return { saving, save, readNewer };
}
