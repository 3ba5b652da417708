import type { Metadata } from "next";
import type { ReactNode } from "react";
import { textParameter } from "@/app/(site)/query-parameters";
import { FairnessCheck, type DropEntry } from "@/components/plinko/fairness-check";
import { OddsTable } from "@/components/plinko/odds-table";
import { currentActor } from "@/lib/auth/page-context";
import { type Context, createContext } from "@/lib/domain/kernel/context";
import { findEntry, getFairness, listHistory } from "@/lib/domain/play/coins/queries";
import type { LedgerEntry } from "@/lib/domain/play/coins/schema";
import { HowItIsFair, NextDrop } from "./how-it-is-fair";
import { SignInLink } from "@/components/shell/sign-in-link";
import { buttonStyle } from "@/components/ui/button-style";

export const metadata: Metadata = {
  title: "Fairness",
  description: "How anyone can check every drop, without having to trust us.",
};

const DROPS_OFFERED = 50;

export default async function FairnessPage({ searchParams }: PageProps<"/coins/fairness">) {
  const actor = await currentActor();
  const { drop } = await searchParams;
  return (
    <div className="grid gap-12">
      <HowItIsFair />
      <Section title="The odds">
        <OddsTable />
      </Section>
      {actor ? (
        <OwnDrops ctx={createContext({ actor, channel: "session" })} asked={textParameter(drop)} />
      ) : (
        <SignInFirst />
      )}
    </div>
  );
}

async function OwnDrops({ ctx, asked }: { ctx: Context; asked: string | undefined }) {
  const [next, { data: newest }, entry] = await Promise.all([
    getFairness(ctx),
    listHistory(ctx, { limit: DROPS_OFFERED, show: "drops" }),
    asked === undefined ? null : findEntry(ctx, asked),
  ]);
  const older = entry && newest.every(({ id }) => id !== entry.id) ? [entry] : [];
  const drops = [...newest, ...older].filter(isDrop);
  return (
    <>
      <Section title="Your next drop">
        <NextDrop fairness={next} />
      </Section>
      <Section title="Check a drop">
        <FairnessCheck drops={drops} selected={entry?.id} now={ctx.now.getTime()} />
      </Section>
    </>
  );
}

function SignInFirst() {
  return (
    <Section title="Check a drop">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-muted">Sign in to check any ball you’ve ever dropped.</p>
        <SignInLink to="/coins/fairness" className={buttonStyle({})}>
          Sign in
        </SignInLink>
      </div>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-4 text-27">{title}</h2>
      {children}
    </section>
  );
}

function isDrop(entry: LedgerEntry): entry is LedgerEntry & DropEntry {
  return entry.bet !== undefined;
}
