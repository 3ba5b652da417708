import { listQuotes } from "@/lib/domain/writing/posts/quotes";
import { withdrawQuote } from "@/lib/domain/writing/posts/quoting";
import { post } from "@/lib/domain/writing/posts/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#quotes */
export const quotes = {
  list: apiOperation("GET /api/v1/posts/{id}/quotes", {
    replica: true,
    scope: "read:quotes",
    summary: "List a post's quotes",
    description: "Public posts that quote it, newest first, for everybody who can get the post.",
    paginated: true,
    returns: post,
    volatile: ["views"],
    run: listQuotes,
  }),
  withdraw: apiOperation("DELETE /api/v1/posts/{id}/quotes/{quoteId}", {
    writes: "posts",
    scope: "write:quotes",
    summary: "Withdraw your post from a quote",
    description:
      "Takes one of your posts out of a post that quotes it, for everybody and for good. The other post stays, without yours. Withdrawing it twice has no further effect.",
    returns: null,
    run: withdrawQuote,
  }),
};
