import type { Metadata } from "next";
import { sheetStyle } from "@/components/posts/sheet-style";
import { NewPost } from "@/components/posts/composer";
import { PageHeading } from "@/components/ui/section";
import { requireContext } from "@/lib/auth/require";

export const metadata: Metadata = { title: "Write a post" };

export default async function NewPostPage() {
  await requireContext("/posts/new");
  return (
    <>
      <PageHeading title="Write a post" />
      <div className={sheetStyle}>
        <NewPost />
      </div>
    </>
  );
}
