import { bytesOfMessage, messageBatches } from '#shared/domain/dead-letters/message-batches.ts';
import type { ConfiguredQueue, ReceivedMessage } from '../aws/queues.ts';
import { giveBack, holdOn, type HeldIn } from './hold-on.ts';
import type { RedriveLedger } from './redrive-ledger.ts';
import { deleteSent, sendBatch } from './send-batch.ts';

interface Work extends HeldIn {
  readonly ledger: RedriveLedger;
  readonly configured: readonly ConfiguredQueue[];
  readonly sleep: (ms: number) => Promise<void>;
  readonly editedBody?: string | undefined;
  /** Nothing more is begun. */
  readonly isOver: () => boolean;
}

/** Why each of those was not sent that were not; all others were. */
export interface WorkedThrough {
  readonly refused: ReadonlyMap<string, string>;
  readonly uncertain: ReadonlyMap<string, string>;
  /** It was over before their turn came. */
  readonly left: ReadonlySet<string>;
}

/**
 * One step of a redrive, from wherever an earlier attempt at it has come to: what was sent is deleted and not sent
 * again, what is uncertain stays so, and the rest goes.
 */
export async function workThrough(work: Work, ids: readonly string[]): Promise<WorkedThrough> {
  const { ledger, queues, held, connectionId, queue } = work;
  await finishSent(work, ids);
  const refused = new Map<string, string>();
  let waiting = ids.filter((id) => !ledger.standings.has(id));
  for (let tries = 0; waiting.length > 0 && !work.isOver(); tries += 1) {
    if (tries > 0) await work.sleep(Math.min(longestPause, firstPause * 2 ** tries));
    if (tries === mostTries) {
      for (const id of waiting) refused.set(id, `SQS asked for a slower pace ${mostTries} times. It was not sent.`);
      break;
    }
    const messages = await holdOn(work, waiting);
    for (const id of waiting) if (!messages.has(id)) refused.set(id, notThere);
    const going = waiting.flatMap((id) => messages.get(id) ?? []);
    waiting = await sendAll(work, going);
  }
  const all = standingsOf(ledger, ids);
  const over = new Set([...all.done, ...all.uncertain.keys(), ...all.refused.keys(), ...refused.keys()]);
  held.drop(connectionId, queue, [...over]);
  await giveBack(queues, queue, all.uncertainHandles);
  return {
    refused: new Map([...all.refused, ...refused]),
    uncertain: all.uncertain,
    left: new Set(ids.filter((id) => !over.has(id))),
  };
}

const notThere =
  'It is no longer in the queue, or somebody else has received it. It was not sent; sample again to see.';
const mostTries = 6;
const firstPause = 200;
const longestPause = 10_000;
/** Beyond that SQS answers no sooner. */
const batchesAtOnce = 8;

/** Of what an earlier attempt has sent, and not deleted. */
async function finishSent({ ledger, queues, queue }: Work, ids: readonly string[]): Promise<void> {
  const sent = ids.flatMap((id) => {
    const standing = ledger.standings.get(id);
    return standing?.state === 'sent' ? [{ id, handle: standing.handle }] : [];
  });
  for (const batch of messageBatches(sent, () => 1)) await deleteSent({ ledger, queues, queue }, batch);
}

/** Several batches side by side; answers those that SQS has not taken and may take later. */
async function sendAll(work: Work, messages: readonly ReceivedMessage[]): Promise<string[]> {
  const { ledger, queues, queue, editedBody } = work;
  const batches = [...byDestination(work, messages)].flatMap(([to, some]) =>
    messageBatches(some, bytesOfMessage).map((batch) => ({ to, batch })),
  );
  const again: string[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (;;) {
      const one = batches[next];
      if (one === undefined || work.isOver()) return;
      next += 1;
      again.push(...(await sendBatch({ ledger, queues, queue, to: one.to, messages: one.batch, editedBody })));
    }
  };
  await Promise.all(Array.from({ length: batchesAtOnce }, lane));
  return again;
}

/** To where each came from, if that is this connection's; else to where the queue's messages come from. */
function byDestination(
  { configured, queue }: Work,
  messages: readonly ReceivedMessage[],
): Map<string, ReceivedMessage[]> {
  const usual = configured.find(({ name }) => name === queue)?.source ?? '';
  const sources = new Set(configured.map(({ source }) => source));
  const groups = new Map<string, ReceivedMessage[]>();
  for (const message of messages) {
    const said = message.system['DeadLetterQueueSourceArn']?.split(':').at(-1) ?? '';
    const to = sources.has(said) ? said : usual;
    groups.set(to, [...(groups.get(to) ?? []), message]);
  }
  return groups;
}

function standingsOf({ standings }: RedriveLedger, ids: readonly string[]) {
  const refused = new Map<string, string>();
  const uncertain = new Map<string, string>();
  const done: string[] = [];
  for (const id of ids) {
    const standing = standings.get(id);
    if (standing?.state === 'refused') refused.set(id, standing.why);
    else if (standing?.state === 'uncertain') uncertain.set(id, standing.why);
    else if (standing?.state === 'done' || standing?.state === 'sent') done.push(id);
  }
  return { refused, uncertain, done, uncertainHandles: [] as readonly string[] };
}
