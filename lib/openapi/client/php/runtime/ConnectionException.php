<?php

declare(strict_types=1);

namespace Pegboard;

/** There was no whole response: the API could not be reached, the connection broke, or an attempt took too long. */
final class ConnectionException extends \RuntimeException
{
}
