-- The columns of a whole unique index are keys of their row, which every row holds that refers to it: changing a handle
-- or an address would wait for each act of the account, while these wait for the account. A partial index is no key.
CREATE UNIQUE INDEX "User_handle" ON "User"("handle") WHERE ("handle" IS NOT NULL);
CREATE UNIQUE INDEX "User_email" ON "User"("email") WHERE ("email" IS NOT NULL);

DROP INDEX "User_handle_key";
DROP INDEX "User_email_key";
