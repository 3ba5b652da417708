<?php

declare(strict_types=1);

namespace Pegboard;

/**
 * A list: iterate over it to get every item, over its `pages()`, or take one `page()`.
 *
 * @template T
 * @implements \IteratorAggregate<int, T>
 */
final class Paginated implements \IteratorAggregate
{
    /**
     * @internal
     * @param array<string, mixed> $query
     */
    public function __construct(
        private readonly Transport $transport,
        private readonly string $path,
        private readonly array $query,
        private readonly ?CallOptions $options,
    ) {
    }

    /**
     * Requests the page at the cursor that was given, or the first.
     *
     * @return Page<T>
     */
    public function page(): Page
    {
        return $this->pageAt($this->query['cursor']);
    }

    /**
     * Requests one page after the other.
     *
     * @return \Generator<int, Page<T>>
     */
    public function pages(): \Generator
    {
        $page = $this->page();
        yield $page;
        while ($page->nextCursor !== null) {
            $page = $this->pageAt($page->nextCursor);
            yield $page;
        }
    }

    /** @return \Generator<int, T> */
    public function getIterator(): \Generator
    {
        foreach ($this->pages() as $page) {
            foreach ($page->data as $item) {
                yield $item;
            }
        }
    }

    /** @return Page<T> */
    private function pageAt(?string $cursor): Page
    {
        $query = array_replace($this->query, ['cursor' => $cursor]);
        $answer = $this->transport->send('GET', $this->path, $this->options, query: $query);
        return new Page($answer['data'], $answer['nextCursor']);
    }
}
