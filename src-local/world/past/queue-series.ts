import { computeLifetime, type DeadLetter } from './document-dead-letters.ts';
import { going, levelSeries, type LevelChange, type Spell, type MetricSeries } from './metric-series.ts';

/** So many messages were sent from this time on, at once or within a minute. */
export interface Sent {
  readonly at: number;
  readonly count: number;
  readonly bytes: number;
  readonly withinMs: number;
}

/** Dead letters that are no longer there: when they came, when they were moved, and how many. */
export interface Moved {
  readonly cameAt: number;
  readonly at: number;
  readonly count: number;
}

/** SQS reports these series for a queue whose messages are used soon after they arrive, all but the dead ones. */
export function workQueueSeries(
  QueueName: string,
  sent: () => readonly Sent[],
  dead: () => readonly DeadLetter[],
  receives: number,
): MetricSeries[] {
  const sums = (name: string, spells: () => readonly Spell[], unit = 'Count'): MetricSeries =>
    going({ namespace: 'AWS/SQS', name, dimensions: { QueueName }, unit }, spells);
  const came = (values: (one: Sent) => Spell['values']): Spell[] =>
    sent().map((one) => ({ from: one.at, until: one.at + one.withinMs, values: values(one) }));
  const ones = (): Spell[] => came(({ count }) => [[1, count]]);
  const deadLetters = (toSpell: (lifetime: ReturnType<typeof computeLifetime>, sentAt: number) => Spell) =>
    dead().map((letter) => toSpell(computeLifetime(letter, receives), letter.sentAt));
  return [
    sums('NumberOfMessagesSent', () => [
      ...ones(),
      ...deadLetters((_, sentAt) => ({ from: sentAt, until: sentAt + 1, values: [[1, 1]] })),
    ]),
    sums('NumberOfMessagesReceived', () => [
      ...ones(),
      ...deadLetters(({ firstReceivedAt: from, lastReceivedAt }) => ({
        from,
        until: lastReceivedAt + 1,
        values: [[1, receives]],
      })),
    ]),
    sums('NumberOfMessagesDeleted', ones),
    sums('SentMessageSize', () => came(({ bytes, count }) => [[bytes, count]]), 'Bytes'),
    ...createLevelSeries(
      QueueName,
      () => listBacklog(sent(), ({ count }) => Math.ceil(count / 20), 0),
      () => listBacklog(sent(), ({ count }) => Math.ceil(count / 60), undefined),
    ),
  ];
}

/** SQS reports these series for a dead-letter queue, which fills up until its messages are moved. */
export function deadLetterQueueSeries(
  QueueName: string,
  letters: () => readonly DeadLetter[],
  receives: number,
  moved: () => readonly Moved[],
): MetricSeries[] {
  const arrivals = (): number[] =>
    letters()
      .map((letter) => computeLifetime(letter, receives).arrivedAt)
      .toSorted((one, other) => one - other);
  return createLevelSeries(
    QueueName,
    () => listDepths(arrivals(), moved()),
    () => listAges(arrivals()[0], moved()),
  );
}

function createLevelSeries(
  QueueName: string,
  depths: () => readonly LevelChange[],
  ages: () => readonly LevelChange[],
): MetricSeries[] {
  const common = { namespace: 'AWS/SQS', dimensions: { QueueName } };
  return [
    levelSeries({ ...common, name: 'ApproximateNumberOfMessagesVisible', unit: 'Count' }, depths),
    levelSeries({ ...common, name: 'ApproximateAgeOfOldestMessage', unit: 'Seconds' }, ages),
  ];
}

/** Messages queue up when many are sent at once. */
function listBacklog(
  sent: readonly Sent[],
  readLevel: (one: Sent) => number,
  rest: number | undefined,
): LevelChange[] {
  const minutes = new Map<number, number | undefined>([[0, rest]]);
  for (const one of sent) {
    const minute = Math.ceil((one.at + one.withinMs / 2) / minuteMs) * minuteMs;
    minutes.set(minute, Math.max(readLevel(one), minutes.get(minute) ?? 0));
    if (!minutes.has(minute + minuteMs)) minutes.set(minute + minuteMs, rest);
  }
  return [...minutes].toSorted(([one], [other]) => one - other);
}

const minuteMs = 60_000;

function listDepths(arrivals: readonly number[], moved: readonly Moved[]): LevelChange[] {
  const changes = [
    ...arrivals.map((at) => ({ at, by: 1 })),
    ...moved.flatMap(({ cameAt, at, count }) => [
      { at: cameAt, by: count },
      { at, by: -count },
    ]),
  ];
  let depth = 0;
  const levels: LevelChange[] = [[0, depth]];
  for (const { at, by } of changes.toSorted((one, other) => one.at - other.at)) {
    depth += by;
    levels.push([at, depth]);
  }
  return levels;
}

/** The age grows by the minute, so there is a change for each, until the oldest messages are moved away. */
function listAges(oldest: number | undefined, moved: readonly Moved[]): LevelChange[] {
  const stays = moved.map(({ cameAt, at }) => ({ from: cameAt, until: at }));
  if (oldest !== undefined) stays.push({ from: oldest, until: oldest + retentionMs });
  stays.sort((one, other) => one.from - other.from);
  const first = stays[0]?.from ?? Infinity;
  const last = Math.max(...stays.map(({ until }) => until));
  const changes: LevelChange[] = [];
  let oldestThere = 0;
  for (let at = Math.ceil(first / minuteMs) * minuteMs; at < last + minuteMs; at += minuteMs) {
    while ((stays[oldestThere]?.until ?? Infinity) <= at) oldestThere += 1;
    const since = stays[oldestThere]?.from ?? Infinity;
    changes.push([at, since <= at ? Math.floor((at - since) / 1_000) : undefined]);
  }
  return changes;
}

const retentionMs = 14 * 24 * 60 * minuteMs;
