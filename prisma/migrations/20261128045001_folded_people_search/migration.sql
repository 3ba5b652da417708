-- People whose names have such letters are found by them as well.
CREATE INDEX "User_folded" ON "User" USING GIN (lower(normalize("handle" || ' ' || "name", NFKC)) gin_trgm_ops)
  WHERE "name" IS NOT NFKC NORMALIZED;
