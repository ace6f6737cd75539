import type { Plan, PlanItem, PlanTarget } from '#shared/contract/jobs/plans.ts';
import { shapeChanges } from '#shared/domain/dead-letters/body-shape.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { provingSteps, rampOf } from '#shared/domain/ramp.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { ConfiguredQueue, ReceivedMessage } from '../../aws/queues.ts';
import type { HeldMessages } from '../../dead-letters/held-messages.ts';
import { markedMessage } from '../../dead-letters/marked-message.ts';
import { overtakingChecks } from './in-group-order.ts';

export type RedriveTarget = Extract<PlanTarget, { kind: 'redrive-messages' }>;

interface Parts {
  readonly items: readonly PlanItem[];
  /** What could not be read of their returns. */
  readonly unread: readonly string[];
  readonly doors: Pick<ConnectionDoors, 'queues'>;
  readonly held: Pick<HeldMessages, 'of'>;
  readonly connection: { readonly id: string };
}

/** What was looked at beside the messages themselves. */
export async function redriveChecks(
  target: RedriveTarget,
  messages: readonly ReceivedMessage[],
  { items, unread, doors, held, connection }: Parts,
): Promise<Plan['checks']> {
  const { queue } = target;
  const unmarked = messages.filter((message) => markedMessage(message).isLeftOut);
  const configured = await doors.queues.configured();
  const isFifo = queue.endsWith('.fifo');
  const going = items.filter(({ verdict, needsReason }) => verdict === 'go' || needsReason).length;
  return [
    good(
      'Each goes to the queue it came from, as a new message with an id of its own and all its attributes',
    ),
    good('It is deleted here only when the other queue has accepted it'),
    good(
      `While nothing confirms ${going <= provingMost ? 'what was sent' : `the first ${provingMost}`}, the job looks through this queue for ${going === 1 ? 'it' : 'them'}: each receive raises the receive count of the messages that it brings, and they are given back at once`,
    ),
    ...(isFifo ? [good('Each message group goes in its order, one message after the other')] : []),
    ...(isFifo
      ? overtakingChecks(
          messages,
          held.of(connection.id, queue).map(({ message }) => message),
        )
      : []),
    ...(configured.ok ? elsewhereChecks(queue, messages, configured.value) : []),
    ...(unmarked.length === 0
      ? []
      : [
          warning(
            `${unmarked.length === 1 ? '1 has' : `${grouped(unmarked.length)} have`} ten attributes, or all the bytes that SQS takes: no room to say where it comes from, so that its returns are not counted`,
          ),
        ]),
    ...reasonChecks(items, unread),
    ...editChecks(target, messages[0]),
  ];
}

/** As many as have to prove something before the rest goes. */
const provingMost = rampOf(Number.MAX_SAFE_INTEGER)
  .slice(0, provingSteps)
  .reduce((sum, size) => sum + size, 0);

/** Where SQS names a queue that the connection does not, what was configured counts: who starts it should know. */
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
      `${others.length === 1 ? '1 comes' : `${grouped(others.length)} come`} from ${first}, which is none of this connection's queues: ${others.length === 1 ? 'it goes' : 'they go'} to ${usual} instead`,
    ),
  ];
}

function reasonChecks(items: readonly PlanItem[], unread: readonly string[]): Plan['checks'] {
  const waiting = items.filter(({ needsReason }) => needsReason).length;
  return [
    ...(waiting === 0
      ? []
      : [warning(`${grouped(waiting)} ${waiting === 1 ? 'goes' : 'go'} only with a reason`)]),
    ...unread.map((what) => warning(`Could not be read, so that returns may be missing: ${what}`)),
  ];
}

function editChecks({ editedBody }: RedriveTarget, one: ReceivedMessage | undefined): Plan['checks'] {
  if (editedBody === undefined || one === undefined) return [];
  const changes = shapeChanges(one.body, editedBody);
  if (changes.length === 0) return [good('The edited body has the shape of the original')];
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
