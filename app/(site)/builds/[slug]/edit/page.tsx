import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { readBuild } from "@/app/(site)/builds/[slug]/read-build";
import { BuildForm } from "@/components/builds/build-form";
import { PageHeading } from "@/components/ui/section";
import { requireContext } from "@/lib/auth/require";
import { listCategoryCounts } from "@/lib/domain/writing/builds/queries";

export const metadata: Metadata = { title: "Edit a build" };

export default async function EditBuildPage({ params }: PageProps<"/builds/[slug]/edit">) {
  const { slug } = await params;
  const ctx = await requireContext(`/builds/${slug}/edit`);
  const build = await readBuild(slug);
  if (!build.viewer.own) notFound();
  return (
    <>
      <PageHeading title={`Edit “${build.title}”`} />
      <BuildForm categories={await listCategoryCounts(ctx)} build={build} />
    </>
  );
}
