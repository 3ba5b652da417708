/** The pet's activity and its place, from 0 (left) to 1 (right). */
export type PetState =
  { pose: "walk"; from: number; to: number } | { pose: "sit" | "sleep" | "jump"; at: number; facing: Facing };

type Facing = "left" | "right";

const PIXELS_A_SECOND = 34;
const SHORTEST_WALK = 0.2;
const JUMPS_FOR = 1_400;
const LOOKS_UP_EVERY = 60_000;
const SITS_FOR = { least: 3_000, most: 8_000 };
const STAYS_SITTING = 0.25;

export function next(pet: PetState, hour: number, random: () => number): PetState {
  const at = placeOf(pet);
  const facing = facingOf(pet);
  if (isNight(hour)) return { pose: "sleep", at, facing };
  if (pet.pose !== "sit" || random() < STAYS_SITTING) return { pose: "sit", at, facing };
  return { pose: "walk", from: at, to: elsewhere(at, random) };
}

/** How long the activity lasts in milliseconds, on a strip of a width in pixels. */
export function lasts(pet: PetState, strip: number, random: () => number): number {
  switch (pet.pose) {
    case "walk":
      return (Math.abs(pet.to - pet.from) * strip * 1_000) / PIXELS_A_SECOND;
    case "sit":
      return SITS_FOR.least + random() * (SITS_FOR.most - SITS_FOR.least);
    case "sleep":
      return LOOKS_UP_EVERY;
    case "jump":
      return JUMPS_FOR;
  }
}

export function placeOf(pet: PetState) {
  return pet.pose === "walk" ? pet.to : pet.at;
}

export function facingOf(pet: PetState): Facing {
  if (pet.pose !== "walk") return pet.facing;
  return pet.to < pet.from ? "left" : "right";
}

export function isNight(hour: number) {
  return hour >= 22 || hour < 7;
}

/** A random place at least a shortest walk away. */
function elsewhere(at: number, random: () => number) {
  const barredFrom = Math.max(0, at - SHORTEST_WALK);
  const barredTo = Math.min(1, at + SHORTEST_WALK);
  const free = random() * (1 - (barredTo - barredFrom));
  return free < barredFrom ? free : free + (barredTo - barredFrom);
}
