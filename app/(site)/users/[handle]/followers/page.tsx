import type { Metadata } from "next";
import { PeopleTab } from "@/app/(site)/users/[handle]/people-tab";

export const metadata: Metadata = { title: "Followers" };

export default function FollowersTab({ params, searchParams }: PageProps<"/users/[handle]/followers">) {
  return PeopleTab({ params, searchParams, tab: "followers" });
}
