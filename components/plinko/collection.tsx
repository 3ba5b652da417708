import { Card } from "@/components/ui/card";
import { ACHIEVEMENT_KEYS, ACHIEVEMENTS, type AchievementKey } from "@/lib/domain/play/coins/achievements";
import { Collected, CollectedCount } from "./collected";
import { Token } from "./token";

/** What a player can collect, and what of it they have. */
export function Collection({ achievements }: { achievements: readonly AchievementKey[] }) {
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-21">Your collection</h2>
        <p className="text-13 text-muted">
          <CollectedCount rendered={achievements} /> of {ACHIEVEMENT_KEYS.length}
        </p>
      </div>
      <ul className="grid gap-x-4 gap-y-3">
        {ACHIEVEMENT_KEYS.map((key) => (
          <li key={key} className="flex items-center gap-3">
            <Collected
              achievement={key}
              rendered={achievements.includes(key)}
              yes={<Entry achievement={key} isCollected />}
              no={<Entry achievement={key} isCollected={false} />}
            />
          </li>
        ))}
      </ul>
      <p className="mt-4 text-13 text-muted">
        Every cup pays the same. The rarer your win, the more XP it earns, and the collection is shown on your profile.
      </p>
    </Card>
  );
}

function Entry({ achievement, isCollected }: { achievement: AchievementKey; isCollected: boolean }) {
  const { title, description, xp, oneIn } = ACHIEVEMENTS[achievement];
  return (
    <>
      <Token achievement={achievement} isCollected={isCollected} />
      <span className="min-w-0 grow">
        <span className={isCollected ? "block font-medium" : "block font-medium text-muted"}>
          {title}
          {isCollected && <span className="sr-only">, collected</span>}
        </span>
        <span className="block text-13 text-muted">{description}</span>
      </span>
      <span className="shrink-0 text-right text-13 text-muted">
        {isCollected ? <span className="text-good">{xp} XP earned</span> : `${xp} XP`}
        {oneIn !== null && <span className="block">1 in {oneIn}</span>}
      </span>
    </>
  );
}
