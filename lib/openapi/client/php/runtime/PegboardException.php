<?php

declare(strict_types=1);

namespace Pegboard;

/** An error response of the API. Branch on `$errorCode`. */
final class PegboardException extends \RuntimeException
{
    public readonly string $type;

    /** The API's `code`, such as `not_found`: the code of a PHP exception is a number, here the status. */
    public readonly string $errorCode;

    public readonly string $requestId;

    /** The page that says what to do. */
    public readonly ?string $docUrl;

    public readonly ?string $param;

    /** @var list<array{param: string, message: string}> every invalid field */
    public readonly array $errors;

    /**
     * @internal
     * @param array<string, mixed> $error
     * @param ?int $retryAfterSeconds how long the API asks to wait
     */
    public function __construct(
        public readonly int $status,
        array $error,
        public readonly ?int $retryAfterSeconds = null,
    ) {
        parent::__construct($error['message'], $status);
        $this->type = $error['type'];
        $this->errorCode = $error['code'];
        $this->requestId = $error['request_id'];
        $this->docUrl = $error['doc_url'] ?? null;
        $this->param = $error['param'] ?? null;
        $this->errors = $error['errors'] ?? [];
    }
}
