<?php

declare(strict_types=1);

namespace Pegboard;

/**
 * Sends requests, and repeats them where that is safe: if the API asks to wait, fails or cannot be reached.
 *
 * @internal
 */
final class Transport
{
    public const DEFAULT_RETRIES = 2;
    public const DEFAULT_TIMEOUT_SECONDS = 30.0;

    /** The first wait between attempts. Each further one is twice as long. */
    private const BACKOFF_SECONDS = 0.5;

    /** If the API asks to wait longer, the call fails, and says how long. */
    private const MAX_RETRY_AFTER_SECONDS = 120;

    private const POLL_MICROSECONDS = 2_000;

    /** No response of the API is nearly as large. */
    private const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

    private readonly string $baseUrl;

    public function __construct(
        #[\SensitiveParameter] private readonly string|\Closure $key,
        string $baseUrl,
        private readonly float $timeoutSeconds,
        private readonly int $retries,
    ) {
        if (!preg_match('~^https?://~', $baseUrl)) {
            throw new \InvalidArgumentException('The base URL is not the address of a site.');
        }
        $this->baseUrl = rtrim($baseUrl, '/');
    }

    /** Keeps the key out of dumps. */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl];
    }

    /** Fills the parameters of a path. An id like ".." would name another resource. */
    public static function path(string $template, string ...$ids): string
    {
        foreach ($ids as $id) {
            if (in_array($id, ['', '.', '..'], true)) {
                throw new \InvalidArgumentException("An id in $template is empty, or is no id.");
            }
        }
        return sprintf($template, ...array_map(rawurlencode(...), $ids));
    }

    /**
     * Every attempt sends the same bytes and idempotency key, so that a write takes effect once.
     *
     * @param array<string, mixed> $query
     * @param ?array<string, mixed> $json
     * @param ?array<string, mixed> $form its first field is a file's content, the others are texts
     * @param bool $once whether it is a write that takes no such key: never repeated, because it may have taken effect
     * @throws PegboardException|ConnectionException
     */
    public function send(
        string $method,
        string $path,
        ?CallOptions $options,
        array $query = [],
        ?array $json = null,
        ?array $form = null,
        bool $once = false,
    ): mixed {
        $options ??= new CallOptions();
        $words = array_map(fn (mixed $value): mixed => is_bool($value) ? var_export($value, true) : $value, $query);
        $url = $this->baseUrl . $path . rtrim('?' . http_build_query($words, encoding_type: PHP_QUERY_RFC3986), '?');
        $http = $this->prepare($method, $options, $json, $form, $once);
        $timeoutSeconds = $options->timeoutSeconds ?? $this->timeoutSeconds;
        $retries = $once ? 0 : $options->retries ?? $this->retries;
        for ($attempt = 0; ; $attempt++) {
            try {
                [$response, $data] = $this->attempt($url, $http, $timeoutSeconds);
                break;
            } catch (PegboardException | ConnectionException $error) {
                $wait = self::waitBeforeRetry($error, $attempt);
                if ($attempt >= $retries || $wait === null) {
                    throw $error;
                }
                usleep((int) ($wait * 1_000_000));
            }
        }
        if ($options->onResponse !== null) {
            ($options->onResponse)($response);
        }
        return $data;
    }

    /**
     * @param ?array<string, mixed> $json
     * @param ?array<string, mixed> $form
     * @return array<string, mixed> the options of PHP's HTTP streams
     */
    private function prepare(string $method, CallOptions $options, ?array $json, ?array $form, bool $once): array
    {
        $key = is_string($this->key) ? $this->key : ($this->key)();
        $headers = ['Authorization' => "Bearer $key", 'User-Agent' => 'pegboard-php', 'Connection' => 'close'];
        if ($options->ifMatch !== null) {
            $headers['If-Match'] = $options->ifMatch;
        }
        if ($method !== 'GET' && !$once) {
            $headers['Idempotency-Key'] = $options->idempotencyKey ?? bin2hex(random_bytes(16));
        }
        $body = '';
        if ($form !== null) {
            [$headers['Content-Type'], $body] = self::encodeForm(self::sent($form));
        } elseif ($json !== null) {
            $headers['Content-Type'] = 'application/json';
            $body = json_encode((object) self::sent($json), JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        }
        foreach ($headers as $name => $value) {
            if (!preg_match('/^[\x20-\x7e]+$/D', $value)) {
                // The value may be a secret.
                throw new \InvalidArgumentException("The header $name is empty, or has a character that no header may have.");
            }
        }
        return [
            'method' => $method,
            'header' => array_map(fn (string $name, string $value): string => "$name: $value", array_keys($headers), $headers),
            'content' => $body,
            'protocol_version' => 1.1,
            'ignore_errors' => true,
            // The API sends no redirects, and another server would receive the key and the body of a write.
            'follow_location' => 0,
        ];
    }

    /**
     * @param array<string, mixed> $http
     * @return array{Response, mixed}
     */
    private function attempt(string $url, #[\SensitiveParameter] array $http, float $timeoutSeconds): array
    {
        $deadline = self::seconds() + $timeoutSeconds;
        $stream = @fopen($url, 'r', context: stream_context_create(['http' => ['timeout' => $timeoutSeconds] + $http]));
        if ($stream === false) {
            throw $this->unreachable($deadline, $timeoutSeconds);
        }
        try {
            $response = self::responseOf(stream_get_meta_data($stream)['wrapper_data'] ?? []);
            $text = $this->readWhole($stream, $deadline, $timeoutSeconds);
        } finally {
            fclose($stream);
        }
        $length = $response->headers['content-length'] ?? null;
        if ($length !== null && strlen($text) < (int) $length) {
            throw $this->unreachable($deadline, $timeoutSeconds);
        }
        return [$response, $this->readBody($response, $text)];
    }

    /** @param resource $stream */
    private function readWhole($stream, float $deadline, float $timeoutSeconds): string
    {
        $text = '';
        // A stream that decodes chunks blocks until it has as much as is asked for, and cannot be waited for.
        stream_set_blocking($stream, false);
        while (!feof($stream)) {
            $part = fread($stream, 65536);
            if ($part === false || $part === '') {
                usleep(self::POLL_MICROSECONDS);
            }
            $text .= $part;
            if (self::seconds() > $deadline) {
                throw $this->unreachable($deadline, $timeoutSeconds);
            }
            if (strlen($text) > self::MAX_RESPONSE_BYTES) {
                throw new ConnectionException('The response has more than ' . self::MAX_RESPONSE_BYTES . ' bytes.');
            }
        }
        return $text;
    }

    private function unreachable(float $deadline, float $timeoutSeconds): ConnectionException
    {
        // A connection that times out says so a moment before the deadline.
        return new ConnectionException(
            self::seconds() > $deadline - 0.05
                ? "There was no response within $timeoutSeconds seconds."
                : "The API at $this->baseUrl cannot be reached.",
        );
    }

    /** A clock that is never set. */
    private static function seconds(): float
    {
        return hrtime(true) / 1e9;
    }

    /** @param list<string> $lines */
    private static function responseOf(array $lines): Response
    {
        $status = 0;
        $headers = [];
        foreach ($lines as $line) {
            if (preg_match('~^HTTP/\S+ ([0-9]{3})~', $line, $match)) {
                // Only the last of several, such as a proxy's, is the API's.
                $status = (int) $match[1];
                $headers = [];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower($name)] = trim($value);
            }
        }
        return new Response($status, $headers);
    }

    /** @throws PegboardException for an error response, and for one that is not the API's */
    private function readBody(Response $response, string $text): mixed
    {
        ['status' => $status, 'headers' => $headers] = get_object_vars($response);
        $isOk = $status >= 200 && $status < 300;
        if ($isOk && $status === 204) {
            return null;
        }
        $body = json_decode($text, true);
        if ($isOk && $body !== null) {
            return $body;
        }
        // The stream does not say that a body in chunks broke off.
        if ($isOk && str_starts_with($headers['content-type'] ?? '', 'application/json')) {
            throw new ConnectionException("The connection to $this->baseUrl broke within the response.");
        }
        $error = is_array($body) ? $body['error'] ?? null : null;
        if ($isOk || !is_array($error) || !isset($error['code'])) {
            $what = $status >= 300 && $status < 400
                ? 'The server redirects to ' . ($headers['location'] ?? 'another address') . ', and the API does not'
                : "This response with status $status is not the API's";
            $error = [
                'type' => 'api_error',
                'code' => 'unexpected_response',
                'message' => "$what: is the address right?",
                'request_id' => $response->requestId,
            ];
        }
        throw new PegboardException($status, $error, $response->retryAfterSeconds());
    }

    /** How many seconds to wait before an attempt is repeated. Null if repeating it is of no use. */
    private static function waitBeforeRetry(PegboardException|ConnectionException $error, int $attempt): ?float
    {
        $backoff = self::BACKOFF_SECONDS * 2 ** $attempt * (1 + random_int(0, 1000) / 1000);
        if ($error instanceof ConnectionException) {
            return $backoff;
        }
        if ($error->retryAfterSeconds === null) {
            return $error->status >= 500 ? $backoff : null;
        }
        return $error->retryAfterSeconds <= self::MAX_RETRY_AFTER_SECONDS ? $error->retryAfterSeconds : null;
    }

    /**
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    private static function sent(array $fields): array
    {
        return array_filter($fields, fn (mixed $value): bool => $value !== Omit::Value);
    }

    /**
     * @param array<string, mixed> $fields
     * @return array{string, string} the content type and the body
     */
    private static function encodeForm(array $fields): array
    {
        $boundary = bin2hex(random_bytes(16));
        $body = '';
        $isFile = true;
        foreach ($fields as $name => $value) {
            $file = $isFile ? "; filename=\"blob\"\r\nContent-Type: application/octet-stream" : '';
            $body .= "--$boundary\r\nContent-Disposition: form-data; name=\"$name\"$file\r\n\r\n$value\r\n";
            $isFile = false;
        }
        return ["multipart/form-data; boundary=$boundary", "$body--$boundary--\r\n"];
    }
}
