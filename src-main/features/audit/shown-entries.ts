import type { AuditEntry } from '#shared/contract/jobs/audit.ts';
import type { Session } from '#shared/contract/session.ts';
import { maySeeAll } from '#shared/domain/tenant-scope.ts';
import { scopeOf } from '../../session/session-store.ts';

/**
 * Of the trail, as of jobs, what was done on the open connection: who sees all tenants there, as some persona of the
 * sandbox does, may see none of another connection's, and an id that is theirs here may be somebody else's there.
 * Entries name tenants, batches and documents: who is held to some tenants sees what they did themselves.
 */
export function shownTo(
  session: Pick<Session, 'connection' | 'who' | 'signIn'>,
  entries: readonly AuditEntry[],
): (entry: AuditEntry) => boolean {
  const { connection, who } = session;
  const seesAll = maySeeAll(scopeOf(session));
  const intents = new Map(
    entries.filter(({ kind }) => kind === 'intent').map((intent) => [callOf(intent), intent]),
  );
  return (entry) => {
    // Where an outcome was come to, and whose it is, its intent says.
    const { connection: on, person } = (entry.kind === 'outcome' && intents.get(callOf(entry))) || entry;
    if (seesAll) return on === connection.id || on === null;
    return on === connection.id && who !== null && person === who.id;
  };
}

function callOf({ file, reference }: AuditEntry): string {
  return `${file} ${reference ?? ''}`;
}
