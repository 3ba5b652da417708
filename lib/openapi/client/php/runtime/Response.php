<?php

declare(strict_types=1);

namespace Pegboard;

/** How the API answered a call. */
final class Response
{
    public readonly string $requestId;

    /** The version of what was returned, for `ifMatch`. */
    public readonly ?string $etag;

    /** Whether an earlier call with the same idempotency key had this response, so that this one changed nothing. */
    public readonly bool $replayed;

    public readonly ?RateLimit $limit;

    /** @param array<string, string> $headers by their names in lower case */
    public function __construct(public readonly int $status, public readonly array $headers)
    {
        $this->requestId = $headers['x-request-id'] ?? '';
        $this->etag = $headers['etag'] ?? null;
        $this->replayed = ($headers['idempotency-replayed'] ?? '') === 'true';
        $this->limit = isset($headers['x-ratelimit-limit'], $headers['x-ratelimit-remaining'], $headers['x-ratelimit-reset'])
            ? new RateLimit(
                (int) $headers['x-ratelimit-limit'],
                (int) $headers['x-ratelimit-remaining'],
                (new \DateTimeImmutable())->setTimestamp((int) $headers['x-ratelimit-reset']),
            )
            : null;
    }

    /** `Retry-After` in seconds, which may also be given as a date. */
    public function retryAfterSeconds(): ?int
    {
        $value = $this->headers['retry-after'] ?? '';
        if (preg_match('/^[0-9]{1,9}$/D', $value)) {
            return (int) $value;
        }
        $moment = $value === '' ? false : strtotime($value);
        return $moment === false ? null : max(0, $moment - time());
    }
}
