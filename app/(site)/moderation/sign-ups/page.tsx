import { permanentRedirect } from "next/navigation";

/** Where the page was before there was an administration. */
export default function FormerSignUpsPage() {
  permanentRedirect("/admin/sign-ups");
}
