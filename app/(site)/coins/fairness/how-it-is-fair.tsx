import type { ReactNode } from "react";
import { formatNumber } from "@/components/ui/number";
import type { Fairness } from "@/lib/domain/play/coins/schema";

export function HowItIsFair() {
  return (
    <section className="prose">
      <p className="text-17">
        Nobody can nudge the ball: not us, and not you. Here’s how that works. Further down, you can check any of your
        own drops.
      </p>
      <ol>
        {HOW.map(({ step, text }) => (
          <li key={step}>
            <strong>{step}</strong> {text}
          </li>
        ))}
      </ol>
      <details>
        <summary>The exact rule</summary>
        <p>
          Take HMAC-SHA256 with the server seed (64 characters of text) as the key and <code>clientSeed:nonce</code> as
          the message. The bits of the first byte decide the eight rows, the most significant bit first: 1 is right, 0
          is left. At a wall, the ball always bounces back. The nonce counts the drops of one pair of seeds, from 0.
        </p>
      </details>
    </section>
  );
}

const HOW = [
  {
    step: "We commit to our half.",
    text: "Before you play, we draw a secret seed and show you its hash. From then on we can’t swap it: another seed would have another hash.",
  },
  {
    step: "You add yours.",
    text: "You choose your half of the seed. We didn’t know it when we committed to ours.",
  },
  {
    step: "Both halves and a counter decide.",
    text: "The counter goes up with every drop, so each falls its own way, decided before you chose a cup.",
  },
  {
    step: "You ask for proof.",
    text: "Whenever you like, we reveal the seed and replace it with a new one. Now anyone can compute where each ball had to land.",
  },
] as const;

export function NextDrop({ fairness: { serverSeedHash, clientSeed, nonce } }: { fairness: Fairness }) {
  return (
    <dl className="grid gap-4 text-15">
      <Part name="Hash of our half">
        <code className="font-mono text-13 break-all">{serverSeedHash}</code>
      </Part>
      <Part name="Your half">
        <code className="font-mono text-13 break-all">{clientSeed}</code>
      </Part>
      <Part name="Drops with these seeds so far">{formatNumber(nonce)}</Part>
    </dl>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-13 text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
