import { createHash } from 'node:crypto';
import type { ReceivedMessage } from '../aws/queues.ts';
import type { RedriveLedger } from './redrive-ledger.ts';

/** Locates a message in its FIFO queue. */
export interface GroupPlace {
  /** Holds a digest, because the group is only compared, goes to disk, and may be named after a person's address. */
  readonly group: string;
  readonly order: string;
}

/** Returns null for a message of a standard queue. */
export function findGroupPlace({ system }: Pick<ReceivedMessage, 'system'>): GroupPlace | null {
  const order = system['SequenceNumber'];
  return order === undefined ? null : { group: hashGroup(system['MessageGroupId'] ?? ''), order };
}

function hashGroup(group: string): string {
  return createHash('sha256').update(group).digest('hex').slice(0, 32);
}

/** Compares as text, because the numbers have 20 digits, more than a JavaScript number holds. */
export function byOrder(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * Finds the messages that would overtake another of their group: an earlier message of the same plan that is no longer
 * being worked on and has not been sent. All of them were held, so the ledger knows their places.
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
    /** Tells whether something outside this ledger has sent it. */
    readonly isSent: (id: string) => boolean;
  },
): ReadonlySet<string> {
  /** Maps each group to its first message that stays. */
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
