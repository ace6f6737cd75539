import type { Plan, PlanItem } from '#shared/contract/plans.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { shapeChanges } from '#shared/domain/dead-letters/body-shape.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import { provingSteps, planRamp } from '#shared/domain/pipeline-limits.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { ConfiguredQueue, ReceivedMessage } from '../../aws/queues.ts';
import { groupByDestination } from '../../dead-letters/destinations.ts';
import { byOrder, findGroupPlace, type GroupPlace } from '../../dead-letters/group-order.ts';
import type { HeldMessages } from '../../dead-letters/held-messages.ts';
import { markedMessage } from '../../dead-letters/send-batch.ts';

export type RedriveTarget = Extract<PlanTarget, { kind: 'redrive-messages' }>;

interface Parts {
  readonly items: readonly PlanItem[];
  /** Lists which of their returns could not be read. */
  readonly unread: readonly string[];
  readonly doors: Pick<ConnectionDoors, 'queues'>;
  readonly held: Pick<HeldMessages, 'of'>;
  readonly connection: { readonly id: string };
}

/** Lists the checks that go beyond the messages themselves. */
export async function redriveChecks(
  target: RedriveTarget,
  messages: readonly ReceivedMessage[],
  { items, unread, doors, held, connection }: Parts,
): Promise<Plan['checks']> {
  const { queue } = target;
  const configured = await doors.queues.configured([queue]);
  const unmarked = await countUnmarked(messages, {
    queue,
    configured: configured.ok ? configured.value : [],
    queues: doors.queues,
  });
  const isFifo = queue.endsWith('.fifo');
  const going = items.filter(({ verdict, needsReason }) => verdict === 'go' || needsReason).length;
  return [
    good('Each is sent to its source queue as a new message with a new id and all its attributes'),
    good('Each is deleted here only after its source queue has accepted it'),
    good(
      `Until ${describeUnconfirmed(going)} confirmed, the job searches this queue for ${going === 1 ? 'it' : 'them'}. A search raises the receive count of the messages it receives, and gives them back at once`,
    ),
    ...(isFifo ? [good('Each message group is sent in order, one message at a time')] : []),
    ...causeChecks(target),
    ...(isFifo
      ? overtakingChecks(
          messages,
          held.of(connection.id, queue).map(({ message }) => message),
        )
      : []),
    ...(configured.ok ? elsewhereChecks(queue, messages, configured.value) : []),
    ...(unmarked === 0
      ? []
      : [
          warning(
            unmarked === 1
              ? '1 has ten attributes or the maximum size. Its returns are not counted'
              : `${grouped(unmarked)} have ten attributes or the maximum size. Their returns are not counted`,
          ),
        ]),
    ...reasonChecks(items, unread),
    ...editChecks(target, messages[0]),
  ];
}

/** Counts the messages that leave no room for the mark that they were sent from here. */
async function countUnmarked(
  messages: readonly ReceivedMessage[],
  from: Parameters<typeof groupByDestination>[1],
): Promise<number> {
  const groups = await groupByDestination(messages, from);
  const unmarked = groups.flatMap(({ messages: some, largest }) =>
    some.filter((message) => markedMessage(message, largest).isLeftOut),
  );
  return unmarked.length;
}

/** A cause remembers a job that is about it alone. */
export function causeChecks(target: {
  readonly fingerprint?: string | undefined;
  readonly messageIds: readonly string[];
}): Plan['checks'] {
  if (target.fingerprint !== undefined || target.messageIds.length < 2) return [];
  return [
    good(
      'They have no cause in common, so how it goes is in the receipts of this job alone. Choose the messages of one cause if it should remember this',
    ),
  ];
}

function describeUnconfirmed(going: number): string {
  if (going === 1) return 'it is';
  return going <= provingMost ? 'all are' : `the first ${provingMost} are`;
}

/** This is the number of messages that have to be proven before the rest is sent. */
const provingMost = planRamp(Number.MAX_SAFE_INTEGER)
  .slice(0, provingSteps)
  .reduce((sum, size) => sum + size, 0);

/**
 * Warns where SQS names a source queue that the connection does not have, because the configured queue is used then.
 */
function elsewhereChecks(
  queue: string,
  messages: readonly ReceivedMessage[],
  configured: readonly ConfiguredQueue[],
): Plan['checks'] {
  const usual = configured.find(({ name }) => name === queue)?.source;
  const sources = new Set(configured.map(({ source }) => source));
  const others = messages.flatMap(({ system }) => {
    const said = system['DeadLetterQueueSourceArn']?.split(':').at(-1);
    return said === undefined || sources.has(said) ? [] : [said];
  });
  const [first] = others;
  if (first === undefined || usual === undefined) return [];
  return [
    warning(
      others.length === 1
        ? `1 came from ${first}, which is not in this connection. It is sent to ${usual} instead`
        : `${grouped(others.length)} came from ${first}, which is not in this connection. They are sent to ${usual} instead`,
    ),
  ];
}

function reasonChecks(items: readonly PlanItem[], unread: readonly string[]): Plan['checks'] {
  const waiting = items.filter(({ needsReason }) => needsReason).length;
  return [
    ...(waiting === 0 ? [] : [warning(`${grouped(waiting)} ${waiting === 1 ? 'needs' : 'need'} a reason`)]),
    ...unread.map((what) => warning(`Couldn't load ${what}, so returns may be missing`)),
  ];
}

function editChecks({ editedBody }: RedriveTarget, one: ReceivedMessage | undefined): Plan['checks'] {
  if (editedBody === undefined || one === undefined) return [];
  const changes = shapeChanges(one.body, editedBody);
  if (changes.length === 0) return [good('Same structure as the original')];
  return [
    ...changes.slice(0, mostChanges).map(({ path, says }) => warning(`${path || 'The body'}: ${says}`)),
    ...(changes.length > mostChanges ? [warning(`and ${grouped(changes.length - mostChanges)} more`)] : []),
  ];
}

const mostChanges = 5;

function good(says: string): Plan['checks'][number] {
  return { says, state: 'good' };
}

function warning(says: string): Plan['checks'][number] {
  return { says, state: 'warning' };
}

interface PlannedItem {
  readonly item: PlanItem;
  /** Null means that it is no longer held. */
  readonly message: ReceivedMessage | null;
}

/**
 * Orders each group of a FIFO queue, whatever order was chosen, so that no step sends a later message before an earlier
 * one. Behind a message that needs a reason the rest of its group needs one too.
 */
export function inGroupOrder(planned: readonly PlannedItem[]): PlanItem[] {
  const waiting = new Set<string>();
  return planned.toSorted(byPlace).map(({ item, message }) => {
    const place = message === null ? null : findGroupPlace(message);
    if (place === null || item.verdict === 'skip') return item;
    if (item.needsReason) waiting.add(place.group);
    if (item.needsReason || !waiting.has(place.group)) return item;
    return { ...item, verdict: 'blocked', needsReason: true, why: behind };
  });
}

/** Warns if other held messages of their groups would be overtaken. */
function overtakingChecks(
  chosen: readonly ReceivedMessage[],
  held: readonly ReceivedMessage[],
): Plan['checks'] {
  const isChosen = new Set(chosen.map(({ messageId }) => messageId));
  const last = new Map<string, string>();
  for (const { group, order } of chosen.flatMap(placeIn)) {
    const before = last.get(group);
    if (before === undefined || byOrder(before, order) < 0) last.set(group, order);
  }
  const overtaken = held.filter((one) => {
    const [place] = placeIn(one);
    const end = place === undefined ? undefined : last.get(place.group);
    return (
      !isChosen.has(one.messageId) &&
      place !== undefined &&
      end !== undefined &&
      byOrder(place.order, end) < 0
    );
  }).length;
  if (overtaken === 0) return [];
  const comes = `${counted(overtaken, 'held message')} ${overtaken === 1 ? 'comes' : 'come'}`;
  return [
    {
      says: `${comes} before some of these in the same message group and would be overtaken. Choose the whole group to keep its order`,
      state: 'warning',
    },
  ];
}

const behind = 'An earlier message of its group needs a reason and must be sent first. Reason required.';

function byPlace({ message: one }: PlannedItem, { message: other }: PlannedItem): number {
  const [mine, theirs] = [one && findGroupPlace(one), other && findGroupPlace(other)];
  if (mine === null || theirs === null) return Number(mine === null) - Number(theirs === null);
  return byOrder(mine.order, theirs.order);
}

function placeIn(message: ReceivedMessage): GroupPlace[] {
  const place = findGroupPlace(message);
  return place === null ? [] : [place];
}
