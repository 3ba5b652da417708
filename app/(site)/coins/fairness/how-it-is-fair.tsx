import { HOW } from "./how";

/** How drops are provably fair: in plain words, then as the exact rule. */
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
