import { notFound } from "next/navigation";

/** Paths that name nothing: without a page of their own, Next would answer them outside the site's frame. */
export default function UnknownPage(): never {
  notFound();
}
