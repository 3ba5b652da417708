-- AlterEnum


ALTER TYPE "IncomingKind" ADD VALUE 'sale';
ALTER TYPE "IncomingKind" ADD VALUE 'quest';
ALTER TYPE "IncomingKind" ADD VALUE 'bet';
ALTER TYPE "IncomingKind" ADD VALUE 'notification';


