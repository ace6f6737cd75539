import { mostInPlan, type Plan } from '#shared/contract/jobs/plans.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { idsOfBody } from '#shared/domain/dead-letters/message-subject.ts';
import { provingSteps, rampOf } from '#shared/domain/ramp.ts';
import type { DocumentBefore } from '#shared/domain/redrive-outcome.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import { lookForReturns } from '../../dead-letters/look-for-returns.ts';
import { noteHolds } from '../../dead-letters/note-holds.ts';
import type { RedriveLedger } from '../../dead-letters/redrive-ledger.ts';
import { queueOf } from '../../dead-letters/open-ledgers.ts';
import { deleteAccounted } from '../../dead-letters/send-batch.ts';
import { maySentBefore } from '../../dead-letters/sent-before.ts';
import { workThrough } from '../../dead-letters/work-through.ts';
import { documentRow } from '../../features/rows/document-row.ts';
import type { JobAction, Look, Looked, RunningJob, Sent } from '../job-action.ts';
import { goingOf } from '../job-record.ts';
import { undeletedNote } from '../job-view.ts';
import { documentTimes, messageLook, sentItemsOf } from './message-look.ts';
import { keyOf, readDocuments, type SentItem } from './read-redriven.ts';
import { nothingSeen, type MessageParts } from './message-parts.ts';

/**
 * Dead letters, sent back to where they came from. The ledger knows of each by itself, so that a whole step is one call,
 * and one that broke off anywhere may be made again.
 */
export function redriveMessagesAction(parts: MessageParts): JobAction {
  const { connectionId, held, ledgers, claimed, doors, now, sleep, hasClosed } = parts;
  const look = messageLook({ doors, now });
  /** Of the dead-letter queue when something was last sent from it, or when it was last looked through. */
  let depth: number | null = null;
  let depthReadAt = Number.NEGATIVE_INFINITY;
  let looksThrough = 0;
  const told = new Set<string>();

  function seenBackAt(plan: Plan): (item: SentItem) => number | null {
    const queue = queueOf(plan);
    return ({ newId, sentAt, sending: { mark } }) =>
      held.seenBackAt(connectionId, queue, { newId, mark, sentAt: Date.parse(sentAt) });
  }

  /** Of all that this job has ever sent: by whom they were seen, and in which life of the console's, does not matter. */
  function returnsOf(plan: Plan): ReadonlyMap<string, string> {
    const standings = ledgers.standings(plan);
    const seenBack = seenBackAt(plan);
    const returned = new Map<string, string>();
    for (const item of sentItemsOf(standings, [...standings.keys()])) {
      const at = seenBack(item);
      if (at !== null) returned.set(item.id, `Back in the queue: seen in ${queueOf(plan)} at ${clockTime(at)}`);
    }
    return returned;
  }

  /** What the engine knows already stops nothing more. */
  function tellReturns(plan: Plan): ReadonlyMap<string, string> {
    const returned = returnsOf(plan);
    for (const id of returned.keys()) told.add(id);
    return returned;
  }

  /** Whether one has come back that the engine does not know of; it is asked before each call to SQS. */
  function returnsFrom(plan: Plan): () => boolean {
    const queue = queueOf(plan);
    let receives = -1;
    let hasReturned = false;
    return () => {
      const seen = held.receivesSeen(connectionId, queue);
      if (!hasReturned && seen !== receives) {
        hasReturned = [...returnsOf(plan).keys()].some((id) => !told.has(id));
      }
      receives = seen;
      return hasReturned;
    };
  }

  async function readDepth(queue: string): Promise<number | null> {
    depthReadAt = now();
    const read = await doors().queues.attributes(queue);
    if (!read.ok || read.value.waiting === null) return null;
    const { waiting, inFlight, delayed } = read.value;
    return waiting + (inFlight ?? 0) + (delayed ?? 0);
  }

  async function readBefore(
    plan: Plan,
    messages: readonly ReceivedMessage[],
  ): Promise<ReadonlyMap<string, DocumentBefore>> {
    const edited = editedBodyOf(plan);
    const about = messages.map(({ messageId, body }) => ({ id: messageId, ids: idsOfBody(edited ?? body) }));
    const named = about.filter(({ ids }) => ids.tenantId !== null && ids.batchId !== null && ids.documentId !== null);
    const read = await readDocuments(
      doors().reader,
      named.map(({ ids }) => ids),
    );
    // Without it only later times can prove anything; that is no reason to send nothing.
    if (!read.ok) return new Map();
    const found = new Map(read.value.map(documentRow).map((row) => [keyOf(row), documentTimes(row)]));
    return new Map(named.map(({ id, ids }) => [id, found.get(keyOf(ids)) ?? 'missing']));
  }

  async function send(
    { plan, reason, isOver }: RunningJob,
    ids: readonly string[],
    ledger: RedriveLedger,
  ): Promise<Sent> {
    const { queues } = doors();
    const queue = queueOf(plan);
    const configured = await queues.configured();
    if (!configured.ok) return { kind: 'not-sent', why: configured.failure.message };
    await noteHolds(ledger, { plan, queue, held });
    const hasNewReturn = returnsFrom(plan);
    const elsewhere = whyElsewhere(
      plan,
      ids.filter((id) => !ledger.standings.has(id)),
    );
    const { trouble, ...worked } = await workThrough(
      {
        queues,
        held,
        connectionId,
        queue,
        now,
        sleep,
        ledger,
        configured: configured.value,
        editedBody: editedBodyOf(plan),
        planned: goingOf(plan, reason ?? null).map(({ item }) => item.id),
        isSentElsewhere: (id) => ledgers.sentByOthers(plan, id) === 'sent',
        readBefore: (messages) => readBefore(plan, messages),
        isOver: () => isOver() || hasClosed() || hasNewReturn(),
      },
      ids.filter((id) => !elsewhere.has(id)),
    );
    const proving = provingIds(plan, reason);
    if (ids.some((id) => proving.has(id))) depth = await readDepth(queue);
    looksThrough = 0;
    // Nothing has been begun: it is tried again a little later, and given up by and by.
    if (trouble !== null && worked.left.size === ids.length) return { kind: 'not-sent', why: trouble };
    const skipped = new Map([...elsewhere, ...worked.skipped]);
    return { kind: 'accepted', run: null, ...worked, skipped, returned: tellReturns(plan) };
  }

  /** While nothing is proven of the first that were sent, the queue they left is asked whether they are back in it. */
  async function lookThrough(
    { plan, reason }: RunningJob,
    looks: ReadonlyMap<string, Look>,
  ): Promise<readonly string[] | null> {
    const queue = queueOf(plan);
    const proving = provingIds(plan, reason);
    const early = [...looks].filter(([id]) => proving.has(id));
    const open = early.filter(([, { state }]) => state === 'running' || state === 'unconfirmed');
    if (open.length === 0 || hasClosed()) return null;
    const isLast = open.some(([, { state }]) => state === 'unconfirmed');
    if (!isLast) {
      if (looksThrough >= mostLooksThrough || now() - depthReadAt < depthEveryMs) return null;
      const before = depth;
      depth = await readDepth(queue);
      if (before === null || depth === null || depth <= before) return null;
    }
    looksThrough += 1;
    const { queues } = doors();
    const items = sentItemsOf(
      ledgers.standings(plan),
      open.map(([id]) => id),
    );
    const seenBack = seenBackAt(plan);
    const where = { queues, held, connectionId, queue, now, sleep, isOver: () => hasClosed() };
    const { isWhole } = await lookForReturns(where, () => items.every((item) => seenBack(item) !== null));
    return isWhole ? [`Not in ${queue} when it was looked through at ${clockTime(now())}.`] : [];
  }

  function whyElsewhere(plan: Plan, ids: readonly string[]): Map<string, string> {
    const known = new Set(plan.items.filter(({ why }) => why.includes(maySentBefore)).map(({ id }) => id));
    const skip = new Map<string, string>();
    for (const id of ids) {
      const before = ledgers.sentByOthers(plan, id);
      if (before === 'sent') skip.set(id, sentByAnother);
      // Who gave a reason has been told of it then.
      if (before === 'uncertain' && !known.has(id)) skip.set(id, uncertainByAnother);
    }
    return skip;
  }

  return {
    kind: 'redrive-messages',
    repeatableForMs: Number.POSITIVE_INFINITY,
    mostInCall: mostInPlan,

    recheck(plan, ids) {
      return Promise.resolve({ ok: true, value: { skip: whyElsewhere(plan, ids), seen: nothingSeen } });
    },

    send: (job, { ids }) => claimed(job, ids, send),

    async look(job, sent): Promise<Result<Looked>> {
      const { plan } = job;
      const ids = sent.map(({ id }) => id);
      await deleteWhatStands(parts, plan);
      const asked = { standings: ledgers.standings(plan), ids, seenBackAt: seenBackAt(plan) };
      let looked = await look(asked);
      if (!looked.ok) return looked;
      const hints = await lookThrough(job, looked.value.looks);
      if (hints !== null) looked = await look({ ...asked, hints });
      return looked.ok ? ok({ ...looked.value, returned: tellReturns(plan) }) : looked;
    },

    besides: (plan) => (id) => (ledgers.isUndeleted(plan, id) ? undeletedNote : null),
  };
}

/** Those that go in the steps that have to prove something to the next. */
function provingIds(plan: Plan, reason: string | undefined): ReadonlySet<string> {
  const going = goingOf(plan, reason ?? null);
  const most = rampOf(going.length)
    .slice(0, provingSteps)
    .reduce((sum, size) => sum + size, 0);
  return new Set(going.slice(0, most).map(({ item }) => item.id));
}

/** Of one call. */
const mostLooksThrough = 5;
const depthEveryMs = 5_000;

function clockTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 16)} UTC`;
}

const sentByAnother =
  'Another redrive has sent it meanwhile. It was not sent again; discard it if it is still in the queue.';
const uncertainByAnother =
  'Another redrive may have sent it meanwhile, or not. It was not sent again; plan it with a reason if it has to go.';

function editedBodyOf({ target }: Plan): string | undefined {
  return target.kind === 'redrive-messages' ? target.editedBody : undefined;
}

/** What was sent and could not be deleted then: it must not stand in the queue for others to send again. */
async function deleteWhatStands(
  { ledgers, doors, connectionId, held, sleep }: MessageParts,
  plan: Plan,
): Promise<void> {
  const standings = ledgers.standings(plan);
  const queue = queueOf(plan);
  const standing = [...standings].flatMap(([id, one]) => {
    if (one.state !== 'sent') return [];
    return [{ id, handle: held.get(connectionId, queue, id)?.message.receiptHandle ?? one.handle }];
  });
  if (standing.length === 0) return;
  await ledgers.with(plan, (ledger) =>
    deleteAccounted({ ledger, queues: doors().queues, queue, sleep }, standing),
  );
}
