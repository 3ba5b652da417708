/** How a drop is promised, made and proven. */
export const HOW = [
  {
    step: "We seal our half.",
    words:
      "Before you play we draw a secret seed and show you its fingerprint. From then on we cannot swap it: another seed would have another fingerprint.",
  },
  {
    step: "You add yours.",
    words: "Your half of the seed is yours to choose. We did not know it when we sealed ours.",
  },
  {
    step: "Both halves and a counter steer the ball.",
    words: "Every drop counts up by one, so that each falls its own way, decided before you chose a cup.",
  },
  {
    step: "You ask to see.",
    words:
      "Whenever you like, the seal is broken and a new seed takes its place. Now anybody can compute where each ball had to land.",
  },
] as const;
