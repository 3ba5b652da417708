-- Posts of before there were tags, until upkeep has read them. No other post is in it.
-- CreateIndex
CREATE INDEX "Post_untagged" ON "Post"("id") WHERE tags IS NULL AND content ~ '[#＃]'::text;
