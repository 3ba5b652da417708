import { SignInLink } from "@/components/shell/sign-in-link";
import { buttonStyle } from "@/components/ui/button-style";

/** What visitors see in place of the form. */
export function SignInToComment({ page }: { page: string }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-3 px-4 py-3.5 text-muted md:px-6">
      Have something to add?
      <SignInLink to={page} className={buttonStyle({ size: "small" })}>
        Sign in to comment
      </SignInLink>
    </p>
  );
}
