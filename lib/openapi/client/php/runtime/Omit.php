<?php

declare(strict_types=1);

namespace Pegboard;

/** The default of an argument that is not sent; null is sent as null. */
enum Omit
{
    case Value;
}
