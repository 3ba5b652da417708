import type { Metadata } from "next";
import { ProfileForm } from "@/components/account/profile-form";
import { requireContext } from "@/lib/auth/require";
import { getOwnProfile } from "@/lib/domain/accounts/users/profile";

export const metadata: Metadata = { title: "Profile settings" };

export default async function ProfileSettingsPage() {
  const ctx = await requireContext("/settings/profile");
  return <ProfileForm profile={await getOwnProfile(ctx)} />;
}
