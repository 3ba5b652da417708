<?php

declare(strict_types=1);

namespace Pegboard;

/** A delivery is not genuine, or too old. */
final class WebhookSignatureException extends \RuntimeException
{
}
