import type { RoomState } from "./room-state";

/** Who is writing. Its place is kept, so that nothing moves. */
export function TypingLine({ typing }: Pick<RoomState, "typing">) {
  return (
    <p className="h-5 truncate px-4 text-13 text-muted md:px-6">{wordsFor(typing.map(({ user }) => user.name))}</p>
  );
}

function wordsFor(names: readonly string[]): string {
  if (names.length === 0) return "";
  if (names.length > 3) return "Several people are typing…";
  const list = new Intl.ListFormat("en", { type: "conjunction" }).format(names);
  return `${list} ${names.length === 1 ? "is" : "are"} typing…`;
}
