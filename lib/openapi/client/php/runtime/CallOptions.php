<?php

declare(strict_types=1);

namespace Pegboard;

/** What each call can set. */
final class CallOptions
{
    /**
     * @param ?float $timeoutSeconds how long one attempt may take; 30 by default
     * @param ?int $retries how often to repeat a request that is safe to repeat; 2 by default
     * @param ?string $idempotencyKey for writes; generated for each call by default
     * @param ?string $ifMatch for edits: the `etag` of your copy's response. If it was edited since, it fails with
     *     `precondition_failed`
     * @param ?\Closure(Response): mixed $onResponse is given the response: its headers, its ETag, what is left of the
     *     limit
     */
    public function __construct(
        public readonly ?float $timeoutSeconds = null,
        public readonly ?int $retries = null,
        public readonly ?string $idempotencyKey = null,
        public readonly ?string $ifMatch = null,
        public readonly ?\Closure $onResponse = null,
    ) {
    }
}
