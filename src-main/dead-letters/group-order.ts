import { createHash } from 'node:crypto';
import type { ReceivedMessage } from '../aws/queues.ts';
import type { RedriveLedger } from './redrive-ledger.ts';

/** Where a message stands in a FIFO queue. */
export interface GroupPlace {
  /** A digest: it is only compared, it goes to disk, and some name a group by an address of somebody. */
  readonly group: string;
  readonly order: string;
}

/** Null for one of a standard queue. */
export function groupPlaceOf({ system }: Pick<ReceivedMessage, 'system'>): GroupPlace | null {
  const order = system['SequenceNumber'];
  return order === undefined ? null : { group: digestOf(system['MessageGroupId'] ?? ''), order };
}

function digestOf(group: string): string {
  return createHash('sha256').update(group).digest('hex').slice(0, 32);
}

/** Numbers of 20 digits, which is more than a number of this language holds. */
export function byOrder(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * Those that would overtake another of their group: one of the same plan that comes before it, is not at work any more
 * and has not been sent. They were held by then, so that the ledger knows their places.
 */
export function behindOthers(
  { holds, standings }: Pick<RedriveLedger, 'holds' | 'standings'>,
  {
    planned,
    waiting,
    isSent,
  }: {
    readonly planned: readonly string[];
    readonly waiting: ReadonlySet<string>;
    /** By others than this ledger knows. */
    readonly isSent: (id: string) => boolean;
  },
): ReadonlySet<string> {
  /** By group: the first that stays. */
  const stays = new Map<string, string>();
  for (const id of planned) {
    const place = holds.get(id)?.place ?? null;
    if (place === null || waiting.has(id)) continue;
    const state = standings.get(id)?.state;
    if (state === 'sent' || state === 'done' || isSent(id)) continue;
    const first = stays.get(place.group);
    if (first === undefined || byOrder(place.order, first) < 0) stays.set(place.group, place.order);
  }
  return new Set(
    [...waiting].filter((id) => {
      const place = holds.get(id)?.place ?? null;
      const first = place === null ? undefined : stays.get(place.group);
      return place !== null && first !== undefined && byOrder(first, place.order) < 0;
    }),
  );
}
