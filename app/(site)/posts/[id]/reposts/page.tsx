import type { Metadata } from "next";
import { PeopleWho } from "@/app/(site)/posts/[id]/people-who";

export const metadata: Metadata = { title: "Reposts", robots: { index: false } };

export default async function RepostsPage({ params, searchParams }: PageProps<"/posts/[id]/reposts">) {
  return <PeopleWho id={(await params).id} cursor={(await searchParams).cursor} marks="reposts" />;
}
