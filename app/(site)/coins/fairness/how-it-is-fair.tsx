import { HOW } from "./how";

/** The promise in plain words, and the rule in exact ones. */
export function HowItIsFair() {
  return (
    <section className="prose">
      <p className="text-17">
        Nobody can nudge the ball: not us once you have seen our promise, and not you once we have made it. Here is how,
        and below you can check any drop of your own.
      </p>
      <ol>
        {HOW.map(({ step, words }) => (
          <li key={step}>
            <strong>{step}</strong> {words}
          </li>
        ))}
      </ol>
      <details>
        <summary>The exact rule</summary>
        <p>
          Take HMAC-SHA256 with the server seed (64 characters of text) as the key and <code>clientSeed:nonce</code> as
          the message. The first byte steers the eight rows, its highest bit first: 1 is right, 0 is left. A ball at a
          wall comes back, whatever its bit says. The nonce counts the drops on one pair of seeds, from 0.
        </p>
      </details>
    </section>
  );
}
