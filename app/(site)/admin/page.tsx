import { redirect } from "next/navigation";
import { requireAdminPage } from "@/lib/auth/require";

export default async function AdminPage() {
  await requireAdminPage("/admin");
  redirect("/admin/people");
}
