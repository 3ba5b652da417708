-- AlterEnum
ALTER TYPE "IncomingKind" ADD VALUE 'quote' AFTER 'repost';

-- AlterEnum
ALTER TYPE "NotificationType" ADD VALUE 'QUOTE' AFTER 'REPOST';

-- AlterTable
ALTER TABLE "Post" ADD COLUMN     "quoteId" TEXT,
ADD COLUMN     "quoteWithdrawnAt" TIMESTAMPTZ(3),
ADD COLUMN     "quotesCount" INTEGER NOT NULL DEFAULT 0;

-- A quote begins and ends to count with every change of who can see it: posting, deleting, hiding, limiting its author,
-- withdrawing, closing an account, and their opposites. It is counted at the commit, because everybody who quotes a
-- popular post queues for that post's row.
CREATE FUNCTION "countQuote"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change INT := 0;
BEGIN
  IF NEW."deletedAt" IS NULL AND NEW.audience = 'PUBLIC' AND NEW."quoteWithdrawnAt" IS NULL THEN
    change := 1;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD."deletedAt" IS NULL AND OLD.audience = 'PUBLIC' AND OLD."quoteWithdrawnAt" IS NULL THEN
    change := change - 1;
  END IF;
  IF change <> 0 THEN
    UPDATE "Post" SET "quotesCount" = "quotesCount" + change WHERE id = NEW."quoteId";
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER "Post_quoted" AFTER INSERT ON "Post" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."quoteId" IS NOT NULL) EXECUTE FUNCTION "countQuote"();

CREATE CONSTRAINT TRIGGER "Post_quote_changed" AFTER UPDATE OF audience, "deletedAt", "quoteWithdrawnAt" ON "Post"
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."quoteId" IS NOT NULL) EXECUTE FUNCTION "countQuote"();
