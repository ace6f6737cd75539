import type { DeadLetterQueue, Queues } from '#shared/contract/dead-letters/queues.ts';
import type { Failure } from '#shared/contract/result.ts';
import { expiresAt } from '#shared/domain/dead-letters/message-expiry.ts';
import type { QueueStanding } from '../../aws/queues.ts';
import type { HeldMessage } from '../../dead-letters/held-messages.ts';
import type { ReadsSoFar } from '../plans/reads-so-far.ts';
import type { DeadLetterParts, QueueHere } from './dead-letter-parts.ts';
import { isoOf, sentTime } from './message-row.ts';

export interface DescribedQueue {
  readonly name: string;
  readonly queue: DeadLetterQueue | null;
  /** Why it could not be read, or what of it could not. */
  readonly failure: Failure | null;
}

type Here = Pick<QueueHere, 'connectionId' | 'queues' | 'alarms'>;

/** Each by itself, and all that is asked of CloudWatch once. Nothing is received. */
export async function describeQueues(
  { held, now }: Pick<DeadLetterParts, 'held' | 'now'>,
  { connectionId, queues, alarms }: Here,
  { names, reads }: { readonly names: readonly string[]; readonly reads: ReadsSoFar },
): Promise<readonly DescribedQueue[]> {
  const [standings, watched, ages] = await Promise.all([
    Promise.all(names.map(async (name) => reads.paid(await queues.standing(name)))),
    alarms.ofQueues(names).then(reads.paid),
    alarms.oldestAges(names).then(reads.paid),
  ]);
  const unwatched = watched.ok ? (ages.ok ? null : ages.failure) : watched.failure;
  return names.map((name, at) => {
    const standing = standings[at];
    if (standing?.ok !== true) return { name, queue: null, failure: standing?.failure ?? null };
    const age = ages.ok ? ages.value.get(name) : undefined;
    const oldest = oldestOf(standing.value, held.of(connectionId, name), age, now());
    const alarm = watched.ok ? watched.value.get(name) : undefined;
    return {
      name,
      queue: {
        ...shownStanding(standing.value),
        oldest: oldest && { sentAt: new Date(oldest.sentAt).toISOString(), from: oldest.from },
        nextExpiry: oldest && expiryOf(standing.value, oldest.sentAt),
        alarm: alarm === undefined ? null : { ...alarm },
      },
      failure: unwatched,
    };
  });
}

export function shownQueues(described: readonly DescribedQueue[]): Queues['queues'] {
  return described.map(({ failure, ...rest }) => ({ ...rest, failure: failure?.message ?? null }));
}

function shownStanding({ name, fifo, depth, retentionSeconds, sources, moves }: QueueStanding) {
  return {
    name,
    fifo,
    sources: sources.map((source) => ({ ...source })),
    depth: { ...depth },
    retentionSeconds,
    moves: moves.map((move) => ({ ...move })),
  };
}

interface Oldest {
  readonly sentAt: number;
  readonly from: 'metric' | 'sample';
}

/**
 * CloudWatch counts from a message's coming to this queue, which is later than its sending, and leaves out what was
 * received three times: what it says is the latest that it can be. A message that is held says it exactly.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
 */
function oldestOf(
  { depth }: QueueStanding,
  held: readonly HeldMessage[],
  ageSeconds: number | undefined,
  now: number,
): Oldest | null {
  const sent = held.flatMap(({ message }) => sentTime(message) ?? []);
  const sampled = sent.length === 0 ? null : sent.reduce((first, at) => Math.min(first, at));
  // A figure may be a quarter of an hour old, and the queue empty by now.
  const isEmpty = depth.waiting + depth.inFlight + depth.delayed === 0;
  const counted = ageSeconds === undefined || isEmpty ? null : now - ageSeconds * 1_000;
  if (sampled !== null && (counted === null || sampled <= counted))
    return { sentAt: sampled, from: 'sample' };
  return counted === null ? null : { sentAt: counted, from: 'metric' };
}

function expiryOf({ fifo, retentionSeconds }: QueueStanding, sentAt: number): string | null {
  return isoOf(expiresAt({ isFifo: fifo, retentionSeconds, sentAt }));
}
