import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Session } from '#shared/contract/session.ts';

/** Of one connection: everything in it is void when its world begins anew. */
export function connectionFolder(home: string, connectionId: string): string {
  return join(home, 'review', nameOf(connectionId));
}

/** Of one person on it. */
export function personFolder(home: string, { connection, who }: Pick<Session, 'connection' | 'who'>): string {
  return join(connectionFolder(home, connection.id), nameOf(who?.id ?? ''));
}

/** Ids may be addresses, or differ by a capital letter alone; file systems mind both. */
export function nameOf(...ids: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(ids)).digest('hex').slice(0, 32);
}
