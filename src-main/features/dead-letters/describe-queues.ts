import type { DeadLetterQueue, Queues } from '#shared/contract/dead-letters.ts';
import { ok, type Failure } from '#shared/contract/result.ts';
import { countReturns, expiresAt } from '#shared/domain/dead-letters/queue-messages.ts';
import type { ConfiguredQueue, QueueStanding } from '../../aws/queues.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { FindRedrives } from '../../dead-letters/later-returns.ts';
import type { HeldMessage } from '../../dead-letters/held-messages.ts';
import { readsSoFar, type ReadsSoFar } from '../../reads/paid-reads.ts';
import type { DeadLetterParts, QueueHere } from './dead-letter-parts.ts';
import { forgetLapsed } from './hold-and-release.ts';
import { formatTime, sentTime } from './message-rows.ts';

/** This is called repeatedly while it is on a screen, so it receives nothing. */
export function listQueues(parts: DeadLetterParts): Handlers['dead-letters.queues'] {
  return async () => {
    const { doors, session, now } = parts;
    const { connection } = session();
    const { queues, alarms } = doors();
    const reads = readsSoFar();
    const configured = reads.paid(await queues.configured());
    if (!configured.ok) return configured;
    const names = configured.value.map(({ name }) => name);
    for (const queue of names) forgetLapsed(parts, { connectionId: connection.id, queue });
    const readAt = new Date(now()).toISOString();
    const here = { connectionId: connection.id, queues, alarms };
    const described = await describeQueues(parts, here, { names, reads });
    const receipt = reads.receipt();
    const [first] = described;
    // A lost sign-in is reported once and not for every queue.
    const failure = first?.failure ?? null;
    const isOfAll = described.every((one) => one.queue === null && one.failure?.code === failure?.code);
    if (failure !== null && isOfAll && ofConnection.has(failure.code)) {
      return { ok: false, failure, ...(receipt && { receipt }) };
    }
    const shown = described.map((one, at) => withUnreadPolicy(one, configured.value[at]));
    return ok({ queues: shownQueues(shown), calls: reads.sum().calls, readAt }, receipt);
  };
}

const ofConnection: ReadonlySet<string> = new Set(['sign-in-expired', 'aws-unreachable']);

interface DescribedQueue {
  readonly name: string;
  readonly queue: DeadLetterQueue | null;
  /** Explains why it could not be read. */
  readonly failure: Failure | null;
}

type Here = Pick<QueueHere, 'connectionId' | 'queues' | 'alarms'>;

/** Reads each queue separately, and asks CloudWatch once for all of them. Nothing is received. */
export async function describeQueues(
  { held, shelf, returns, now }: Pick<DeadLetterParts, 'held' | 'shelf' | 'returns' | 'now'>,
  { connectionId, queues, alarms }: Here,
  { names, reads }: { readonly names: readonly string[]; readonly reads: ReadsSoFar },
): Promise<readonly DescribedQueue[]> {
  const [standings, watched, ages] = await Promise.all([
    Promise.all(names.map(async (name) => reads.paid(await queues.standing(name)))),
    alarms.ofQueues(names).then(reads.paid),
    alarms.oldestAges(names).then(reads.paid),
  ]);
  return names.map((name, at) => {
    const standing = standings[at];
    if (standing?.ok !== true) return { name, queue: null, failure: standing?.failure ?? null };
    const age = ages.ok ? ages.value.get(name) : undefined;
    const oldest = findOldest(standing.value, {
      held: held.of(connectionId, name),
      isWhole: shelf.find(connectionId, name)?.isWhole === true,
      now: now(),
      countedAt: age === undefined ? null : now() - age * 1_000,
    });
    const alarm = watched.ok ? watched.value.standings.get(name) : undefined;
    const isCutOff = watched.ok && !watched.value.isAll && alarm === undefined;
    return {
      name,
      queue: {
        ...shownStanding(standing.value),
        oldest: oldest && { ...oldest, sentAt: new Date(oldest.sentAt).toISOString() },
        nextExpiry: oldest && formatExpiry(standing.value, oldest.sentAt),
        alarm: alarm === undefined ? null : { ...alarm },
        cameBack: countCameBack(held.of(connectionId, name), () => returns.findIn(connectionId, name)),
        lacks: listLacks(standing.value, {
          alarm: watched.ok ? (isCutOff ? moreAlarms : undefined) : watched.failure.message,
          age: ages.ok ? undefined : ages.failure.message,
          isAgeKnown: oldest !== null,
        }),
      },
      failure: null,
    };
  });
}

/** Says that the source may send its dead letters to another queue, which is not in the list then. */
function withUnreadPolicy(one: DescribedQueue, configured: ConfiguredQueue | undefined): DescribedQueue {
  const why = configured?.policyUnread;
  if (one.queue === null || why === undefined) return one;
  return { ...one, queue: { ...one.queue, lacks: [...one.queue.lacks, { part: 'policy', why }] } };
}

function countCameBack(held: readonly HeldMessage[], findIn: () => FindRedrives): number | null {
  if (held.length === 0) return null;
  const find = findIn();
  return held.filter(({ message }) => countReturns(message.attributes) > 0 || find(message).length > 0)
    .length;
}

type Lacks = DeadLetterQueue['lacks'];

/** Keeps the order in which a queue is read. */
function listLacks(
  { depth, retentionSeconds, attributesUnread, sourcesUnread, movesUnread }: QueueStanding,
  {
    alarm,
    age,
    isAgeKnown,
  }: {
    /** Each explains why CloudWatch does not tell it. */
    readonly alarm: string | undefined;
    readonly age: string | undefined;
    readonly isAgeKnown: boolean;
  },
): Lacks {
  const failed = (part: Lacks[number]['part'], why: string | undefined): Lacks =>
    why === undefined ? [] : [{ part, why }];
  const leftOut = (part: Lacks[number]['part'], isKnown: boolean, attribute: string): Lacks => {
    if (isKnown) return [];
    const why = attributesUnread?.message ?? `SQS GetQueueAttributes returned no ${attribute}.`;
    return [{ part, why }];
  };
  return [
    ...leftOut('depth', depth.waiting !== null, 'ApproximateNumberOfMessages'),
    ...leftOut('retention', retentionSeconds !== null, 'MessageRetentionPeriod'),
    ...failed('sources', sourcesUnread?.message),
    ...failed('moves', movesUnread?.message),
    ...failed('alarm', alarm),
    ...failed('age', age),
    ...(age === undefined && !isAgeKnown && depth.waiting !== 0
      ? [{ part: 'age' as const, why: noAge }]
      : []),
  ];
}

const moreAlarms = 'CloudWatch has more than 1,000 alarms; the first 1,000 were read.';
const noAge =
  'CloudWatch has no age of its oldest message. It has one a few minutes after the first message came. Sampling shows it, too.';

function shownQueues(described: readonly DescribedQueue[]): Queues['queues'] {
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
  /**
   * If false, this is the latest possible time: the oldest message may have been sent earlier and then expires earlier.
   */
  readonly isExact: boolean;
}

interface Known {
  readonly held: readonly HeldMessage[];
  /** This is true when no more messages were available at the time of the sample. */
  readonly isWhole: boolean;
  readonly now: number;
  /**
   * This is the time since when the oldest has been in this queue according to CloudWatch; null where it gives none.
   */
  readonly countedAt: number | null;
}

/**
 * Finds the time at which the oldest message was sent. CloudWatch counts dead letters from their arrival in this queue,
 * but retention counts from when they were first sent, which was at least all receives and visibility timeouts earlier.
 * It also leaves out messages that were received three times here. Both errors go the same way: the message was sent at
 * that time or before, so it expires at that time plus retention or before. The same is true of a partial sample,
 * because older messages may be left in the queue; a complete sample is exact.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
 */
function findOldest({ depth }: QueueStanding, { held, isWhole, now, countedAt }: Known): Oldest | null {
  const all = (depth.waiting ?? 0) + (depth.inFlight ?? 0) + (depth.delayed ?? 0);
  // A figure may be a quarter of an hour old, and the queue empty by now.
  const counted = all === 0 && depth.waiting !== null ? null : countedAt;
  const sent = held.map(({ message }) => sentTime(message)).filter((at) => at !== null);
  const sampled = sent.length === 0 ? null : sent.reduce((first, at) => Math.min(first, at));
  // A message that is no longer hidden may have been deleted by others.
  const isOurs = held.every(({ hiddenUntil }) => hiddenUntil > now);
  const isCounted = Object.values(depth).every((count) => count !== null);
  if (
    sampled !== null &&
    isCounted &&
    isWhole &&
    isOurs &&
    sent.length === held.length &&
    held.length >= all
  ) {
    return { sentAt: sampled, from: 'sample', isExact: true };
  }
  if (sampled !== null && (counted === null || sampled <= counted)) {
    return { sentAt: sampled, from: 'sample', isExact: false };
  }
  return counted === null ? null : { sentAt: counted, from: 'metric', isExact: false };
}

function formatExpiry({ fifo, retentionSeconds }: QueueStanding, sentAt: number): string | null {
  return retentionSeconds === null ? null : formatTime(expiresAt({ isFifo: fifo, retentionSeconds, sentAt }));
}
