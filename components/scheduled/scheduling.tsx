import Link from "next/link";
import { useEffect, useEffectEvent } from "react";
import { tomorrowMorning } from "./moment";
import { MomentField } from "./moment-field";

interface SchedulingProps {
  value: string;
  onChange: (value: string) => void;
}

/** What the composer shows of a post that is to go out later: tomorrow morning, until another moment is chosen. */
export default function Scheduling(props: SchedulingProps) {
  const suggest = useEffectEvent(() => props.value === "" && props.onChange(tomorrowMorning(Date.now())));
  useEffect(() => void suggest(), []);
  return (
    <div className="mt-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
      <MomentField hideLabel {...props} />
      <Link href="/posts/scheduled" className="py-2 text-13 font-medium text-brand">
        Scheduled posts
      </Link>
    </div>
  );
}
