/** How a drop is committed to, made and proven. */
export const HOW = [
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
