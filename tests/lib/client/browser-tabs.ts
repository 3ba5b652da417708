import { type Message, SharedWork, type Tab, type Work } from "@/lib/client/shared-work";

/** Returns the function that opens a visible tab of a browser. What one tab posts, the others receive. */
export function browserTabs() {
  const tabs: { receive(message: Message<unknown, unknown>): void }[] = [];
  return function open<Want, News, W extends Work<Want, News>>(create: (tab: Tab<News>) => W & Work<Want, News>) {
    const tab = new SharedWork<Want, News, W>(create, `tab ${tabs.length}`, (message) => {
      for (const other of tabs) if (other !== tab) other.receive(structuredClone(message));
    });
    tabs.push(tab);
    tab.show();
    return tab;
  };
}
