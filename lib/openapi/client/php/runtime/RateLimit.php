<?php

declare(strict_types=1);

namespace Pegboard;

/** The key's quota, or the account's if that is tighter. */
final class RateLimit
{
    public function __construct(
        public readonly int $limit,
        public readonly int $remaining,
        public readonly \DateTimeImmutable $resetsAt,
    ) {
    }
}
