import type { Metadata } from "next";
import { PeopleTab } from "@/app/(site)/users/[handle]/people-tab";

export const metadata: Metadata = { title: "Following" };

export default function FollowingTab({ params, searchParams }: PageProps<"/users/[handle]/following">) {
  return PeopleTab({ params, searchParams, tab: "following" });
}
