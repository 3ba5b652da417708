<?php

declare(strict_types=1);

namespace Pegboard;

/** @phpstan-import-type WebhookEvent from Types */
final class Webhook
{
    /**
     * Verifies the signature and age of a delivery and returns its event.
     *
     * @param string $body the request's body as it was received: `file_get_contents('php://input')`
     * @param ?string $signature its header `X-Service-Signature`: `$_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? null`
     * @return WebhookEvent
     * @throws WebhookSignatureException if it is not genuine
     */
    public static function verify(
        string $body,
        ?string $signature,
        #[\SensitiveParameter] string $secret,
        int $toleranceSeconds = 300,
    ): array {
        preg_match('/t=([0-9]{1,15})(?![0-9])/', $signature ?? '', $time);
        preg_match_all('/v1=([0-9a-f]{64})/', $signature ?? '', $given);
        $sentAt = $time[1] ?? '0';
        $expected = hash_hmac('sha256', "$sentAt.$body", $secret);
        if (array_filter($given[1], fn (string $one): bool => hash_equals($expected, $one)) === []) {
            throw new WebhookSignatureException('The webhook signature does not match.');
        }
        if (abs(time() - (int) $sentAt) > $toleranceSeconds) {
            throw new WebhookSignatureException('The webhook timestamp is too old or in the future.');
        }
        return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
    }
}
