import { redirect } from "next/navigation";
import { GAME_KEYS } from "@/lib/domain/play/leaderboards/rules";

export default function LeaderboardsPage() {
  redirect(`/leaderboards/${GAME_KEYS[0]}`);
}
