import type { DuelSummary } from "@/lib/domain/play/duels/schema";
import { PAYOUT_POINTS, POINTS_PER_CHIP } from "@/lib/domain/play/duels/rules";
import { formatPoints } from "@/lib/domain/play/duels/scoring";

type Side = "challenger" | "opponent";

/** The viewer's side of a duel; null for somebody else's duel. */
export function sideOf({ challenger, opponent }: Pick<DuelSummary, Side>, viewerId: string | undefined): Side | null {
  if (challenger.id === viewerId) return "challenger";
  return opponent.id === viewerId ? "opponent" : null;
}

export const otherSide = (side: Side): Side => (side === "challenger" ? "opponent" : "challenger");

export function isYourTurn(duel: DuelSummary, viewerId: string): boolean {
  const side = sideOf(duel, viewerId);
  return side !== null && !duel.played[side] && (duel.status === "pending" || duel.status === "accepted");
}

/** Returns what an open duel is waiting for, from a player's point of view. */
export function openStatus(duel: DuelSummary, viewerId: string): string {
  const side = sideOf(duel, viewerId) ?? "challenger";
  const [you, they] = [duel.played[side], duel.played[otherSide(side)]];
  if (side === "opponent" && duel.status === "pending")
    return they ? "challenged you, and has played" : "challenged you";
  if (you) return duel.status === "pending" ? "has yet to accept" : "has yet to play";
  if (they) return "has played";
  return duel.status === "pending" ? "has yet to accept" : "has accepted";
}

export const OUTCOME_COLOURS = { Won: "text-good", Lost: "text-bad", Draw: "text-muted" };

export function outcomeOf(duel: Pick<DuelSummary, "result">, side: Side): "Won" | "Lost" | "Draw" {
  if (duel.result === "draw") return "Draw";
  return duel.result === side ? "Won" : "Lost";
}

/** "Ada wins, 92 to 50 chips." */
export function resultLabel(duel: Pick<DuelSummary, Side | "result">, scores: Record<Side, number>): string {
  const winner: Side = duel.result === "opponent" ? "opponent" : "challenger";
  const chips = `${formatPoints(scores[winner])} to ${formatPoints(scores[otherSide(winner)])} chips`;
  return duel.result === "draw" ? `A draw, ${chips}.` : `${duel[winner].name} wins, ${chips}.`;
}

/** "1,562", with "?" while the rating is provisional. */
export function formatRating(rating: number, provisional: boolean): string {
  return `${Math.round(rating).toLocaleString("en-US")}${provisional ? "?" : ""}`;
}

/** "+12", "−8", "±0". */
export function formatChange({ before, after }: { before: number; after: number }): string {
  const change = Math.round(after) - Math.round(before);
  return change === 0 ? "±0" : change > 0 ? `+${change}` : `−${-change}`;
}

/** What the right bin pays for a chip: "9.14×", "4×", "3.56×". */
export function payoutLabel(bin: number): string {
  const times = (PAYOUT_POINTS[bin] ?? 0) / POINTS_PER_CHIP;
  return `${Number.isInteger(times) ? times : times.toFixed(2)}×`;
}
