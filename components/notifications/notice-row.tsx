import { Icon } from "@/components/ui/icon";
import clsx from "clsx";
import Link from "next/link";
import { Avatar } from "@/components/ui/avatar";
import { RelativeTime } from "@/components/ui/relative-time";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { NoticeGroup } from "./notice-groups";
import { noticeLabel } from "./notice-labels";

const MAX_FACES = 4;

/** A group of notifications as one row that links to their subject. */
export function NoticeRow({
  group: { notices },
  read,
  onOpen,
}: {
  group: NoticeGroup;
  read: boolean;
  onOpen: () => void;
}) {
  const [newest] = notices;
  const { icon, text } = noticeLabel(newest);
  const people = [...new Map(notices.map(({ actor }) => [actor.id, actor])).values()];
  const quoted = newest.type !== "SYSTEM" && newest.preview;
  return (
    <li
      className={clsx(
        "relative grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 px-4 py-3.5 transition-colors hover:bg-ink/2.5 md:px-6",
        !read && "bg-brand-soft/50",
      )}
    >
      <Icon name={icon} className={clsx("mt-1.5 size-5", read ? "text-muted" : "text-brand")} />
      <div className="min-w-0">
        <div className="flex items-center gap-2">
          <span className="flex -space-x-2">
            {people.slice(0, MAX_FACES).map((person) => (
              <Avatar key={person.id} src={person.image} name={person.name} size={32} className="ring-2 ring-surface" />
            ))}
          </span>
          <RelativeTime at={newest.createdAt} className="ml-auto shrink-0 text-13 text-muted" />
          {!read && (
            <span className="size-2.5 shrink-0 rounded-full bg-brand">
              <VisuallyHidden>Unread</VisuallyHidden>
            </span>
          )}
        </div>
        <Link
          href={newest.link}
          prefetch={false}
          onClick={onOpen}
          className="mt-1.5 block wrap-anywhere after:absolute after:inset-0"
        >
          {newest.type === "SYSTEM" ? (
            newest.preview
          ) : (
            <>
              <Names names={people.map(({ name }) => name)} /> {text}
            </>
          )}
        </Link>
        {quoted && (
          <p dir="auto" className="mt-0.5 line-clamp-2 text-muted">
            {quoted}
          </p>
        )}
      </div>
    </li>
  );
}

function Names({ names: [first, second, ...rest] }: { names: string[] }) {
  const others = rest.length === 1 ? rest[0] : `${rest.length} others`;
  return (
    <>
      <bdi className="font-semibold">{first}</bdi>
      {second && rest.length > 0 && (
        <>
          , <bdi className="font-semibold">{second}</bdi>
        </>
      )}
      {second && (
        <>
          {" "}
          and <bdi className="font-semibold">{rest.length > 0 ? others : second}</bdi>
        </>
      )}
    </>
  );
}
