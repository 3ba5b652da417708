-- The trace of the act that caused a delivery, where tracing is on (W3C Trace Context).
ALTER TABLE "Delivery" ADD COLUMN "traceparent" TEXT;
