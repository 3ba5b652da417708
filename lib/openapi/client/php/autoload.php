<?php

// Loads the client without Composer.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Pegboard\\')) {
        $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen('Pegboard\\'))) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
