import type { Session } from '#shared/contract/session.ts';
import type { ListedBatch } from './listing/listed-batch.ts';
import type { Metered } from './metering/metered.ts';

/** What a watch has listed and metered, as it stands. */
export interface KnownCosts {
  /** The newest first. */
  readonly batches: readonly ListedBatch[];
  /** By batch. */
  readonly metered: ReadonlyMap<string, Metered>;
}

export interface Asked {
  readonly tenantId: string | null;
  readonly days: 1 | 7 | 30;
}

/** What was listed last, by what was asked and by whom: nobody is shown what another has read. */
export interface KnownCostsShelf {
  put(session: Session, asked: Asked, known: KnownCosts): void;
  find(session: Session, asked: Asked): KnownCosts | undefined;
}

const mostKept = 6;

export function knownCostsShelf(): KnownCostsShelf {
  const kept = new Map<string, KnownCosts>();
  return {
    put(session, asked, known) {
      const key = shelfKey(session, asked);
      kept.delete(key);
      kept.set(key, known);
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
    },
    /** A tenant's batches are among everybody's. */
    find: (session, asked) =>
      kept.get(shelfKey(session, asked)) ?? kept.get(shelfKey(session, { ...asked, tenantId: null })),
  };
}

export function worldOfSession({ connection, who, sandboxResets }: Session): string {
  return JSON.stringify([connection.id, who?.id ?? null, who?.tenants ?? null, sandboxResets]);
}

function shelfKey(session: Session, { tenantId, days }: Asked): string {
  return JSON.stringify([worldOfSession(session), tenantId, days]);
}
