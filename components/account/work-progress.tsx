interface WorkProgressProps {
  /** From 0 to 1; null before the work begins. */
  done: number | null;
}

/** The progress of the proof of work before a sign-up. Its lines keep their height. */
export function WorkProgress({ done }: WorkProgressProps) {
  return (
    <div className="grid min-h-14 content-start gap-2 text-13 text-muted">
      <p role="status">
        {done === null
          ? "When you send this, your browser works on a puzzle for a few seconds. That keeps bots from creating accounts."
          : "Checking… This takes a few seconds, longer on an old phone."}
      </p>
      {done !== null && (
        <div
          role="progressbar"
          aria-label="Checking"
          aria-valuenow={Math.round(done * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-1 overflow-hidden rounded-full bg-line"
        >
          <div className="h-full bg-brand" style={{ width: `${done * 100}%` }} />
        </div>
      )}
    </div>
  );
}
