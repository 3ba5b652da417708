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
  const { viewer, title, description, category, technologies, price, repoUrl, demoUrl, readme } = await readBuild(slug);
  if (!viewer.own) notFound();
  const build = { slug, title, description, category: category.slug, technologies, price, repoUrl, demoUrl, readme };
  return (
    <>
      <PageHeading title={`Edit “${title}”`} />
      <BuildForm categories={await listCategoryCounts(ctx)} build={build} />
    </>
  );
}
