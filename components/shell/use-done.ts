import { useRouter } from "next/navigation";
import { toastStore } from "@/components/ui/toast-store";

/** Reports a success, and shows what it changed on this page or on another one of ours. */
export function useDone() {
  const router = useRouter();
  return (text: string, page?: string) => {
    toastStore.add({ text, tone: "good" });
    if (page) router.push(page);
    router.refresh();
  };
}
