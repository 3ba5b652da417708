-- CreateIndex
CREATE INDEX "Post_quotes" ON "Post"("quoteId" DESC, "createdAt" DESC, "id" DESC) WHERE "quoteId" IS NOT NULL AND "deletedAt" IS NULL AND audience = 'PUBLIC'::"Audience" AND "quoteWithdrawnAt" IS NULL;
