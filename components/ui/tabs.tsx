"use client";

import * as Primitive from "radix-ui/tabs";
import type { ReactNode } from "react";
import { tabListStyle, tabStyle } from "./tab-style";

export interface Tab {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

/** Views of one page. Where each view has an address of its own, use LinkTabs. */
export function Tabs({ label, tabs, defaultValue }: { label: string; tabs: readonly Tab[]; defaultValue?: string }) {
  return (
    <Primitive.Root defaultValue={defaultValue ?? tabs[0]?.value}>
      <Primitive.List aria-label={label} className={tabListStyle}>
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.value} value={tab.value} className={tabStyle}>
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
