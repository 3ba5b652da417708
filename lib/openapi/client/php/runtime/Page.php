<?php

declare(strict_types=1);

namespace Pegboard;

/**
 * One page of a list. `$nextCursor` is null on the last.
 *
 * @template T
 */
final class Page
{
    /** @param list<T> $data */
    public function __construct(public readonly array $data, public readonly ?string $nextCursor)
    {
    }
}
