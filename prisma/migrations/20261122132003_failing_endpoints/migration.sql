-- The overview of /admin shows the endpoints that fail most.
CREATE INDEX "WebhookEndpoint_failing" ON "WebhookEndpoint"("failureCount" DESC, "id") WHERE ("failureCount" > 0);
