import type { Metadata } from "next";
import { PeopleWho } from "@/app/(site)/posts/[id]/people-who";

export const metadata: Metadata = { title: "Likes", robots: { index: false } };

export default async function LikesPage({ params, searchParams }: PageProps<"/posts/[id]/likes">) {
  return <PeopleWho id={(await params).id} cursor={(await searchParams).cursor} marks="likes" />;
}
