SET LOCAL statement_timeout = 0;
ALTER TABLE "Delivery" VALIDATE CONSTRAINT "Delivery_legacy_bound";
