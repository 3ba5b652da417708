import clsx from "clsx";
import Link from "next/link";
import type { ReactNode } from "react";
import { Avatar, type AvatarSize } from "@/components/ui/avatar";
import type { Person } from "@/lib/domain/accounts/users/schema";

interface PersonNameProps {
  person: Pick<Person, "handle" | "name">;
  className?: string;
  children?: ReactNode;
}

export function PersonName({ person: { handle, name }, className, children }: PersonNameProps) {
  return (
    <Link href={`/users/${handle}`} prefetch={false} dir="auto" className={clsx("truncate hover:underline", className)}>
      {name}
      {children}
    </Link>
  );
}

interface PersonAvatarProps extends PersonNameProps {
  person: Pick<Person, "handle" | "name" | "image">;
  size?: AvatarSize;
}

/** Somebody's picture beside their name; keyboards and screen readers use the name's link. */
export function PersonAvatar({ person: { handle, name, image }, size, className, children }: PersonAvatarProps) {
  return (
    <Link
      href={`/users/${handle}`}
      prefetch={false}
      tabIndex={-1}
      aria-hidden
      className={clsx("rounded-full", className)}
    >
      <Avatar src={image} name={name} size={size} />
      {children}
    </Link>
  );
}
