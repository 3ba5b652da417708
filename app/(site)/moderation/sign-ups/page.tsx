import { permanentRedirect } from "next/navigation";

/** The page's former URL. */
export default function FormerSignUpsPage() {
  permanentRedirect("/admin/sign-ups");
}
