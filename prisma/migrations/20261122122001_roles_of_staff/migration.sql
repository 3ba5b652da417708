-- By itself: a new label cannot be used in the transaction that adds it.
ALTER TYPE "Role" ADD VALUE IF NOT EXISTS 'MODERATOR';
ALTER TYPE "Role" ADD VALUE IF NOT EXISTS 'ADMIN';
