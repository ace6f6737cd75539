import { join } from 'node:path';
import { type Plan } from '#shared/contract/plans.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { mostInPlan } from '#shared/domain/job-kinds/job-kind.ts';
import { countProvingSteps } from '#shared/domain/pace-rules.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import {
  deleteKept,
  getDiscardFile,
  discardThrough,
  listKeptMessages,
  openDiscardFile,
} from '../../dead-letters/discard-through.ts';
import type { DiscardedMessages } from '../../dead-letters/discarded-files.ts';
import type { HeldMessages } from '../../dead-letters/held-messages.ts';
import type { HoldClock } from '../../dead-letters/hold-clock.ts';
import { noteHolds } from '../../dead-letters/hold-on.ts';
import type { OpenLedgerLines } from '../../dead-letters/ledger-file.ts';
import type { LedgerStanding } from '../../dead-letters/ledger-standings.ts';
import { maySentBefore, findQueue, type Ledgers } from '../../dead-letters/open-ledgers.ts';
import type { SendClaimed } from '../../dead-letters/open-redrive.ts';
import type { RedriveLedger } from '../../dead-letters/redrive-ledger.ts';
import { resendThrough } from '../../dead-letters/resend-through.ts';
import { deleteAccounted, type Standstill } from '../../dead-letters/send-batch.ts';
import { openReturnsWatch } from '../../dead-letters/watch-returns.ts';
import { workThrough } from '../../dead-letters/work-through.ts';
import type { JobAction, Look, Looked, RunningJob, SeenItems, Sent } from '../job-action.ts';
import { lockJob } from '../job-lock.ts';
import { listGoing, planSteps } from '../job-record.ts';
import { pace } from '../pace.ts';
import { messageLook } from './message-look.ts';
import { readBefore } from './read-before.ts';

/**
 * Sends dead letters back to where they came from. The ledger tracks each message, so a whole step is one call, and a
 * call that was interrupted anywhere may be repeated.
 */
export function redriveMessagesAction(parts: MessageParts): JobAction {
  const { ledgers, claimed } = parts;
  const returns = openReturnsWatch(parts);
  const send = sendDeadLetters(parts, returns);
  return {
    kind: 'redrive-messages',
    repeatableForMs: Number.POSITIVE_INFINITY,
    firstLookAfter: firstLookAfterSending,
    mostInCall: mostInPlan,

    recheck: (plan, ids) =>
      Promise.resolve({ ok: true, value: { skip: whyElsewhere(parts, plan, ids), seen: nothingSeen } }),

    send: (job, { ids }) => claimed(job, ids, send),

    look: lookAtSent(parts, returns, (plan) => deleteWhatStands(parts, plan)),

    besides: (plan) => (id) => ledgers.describeDeletion(plan, id),
  };
}

/**
 * Sends discarded messages again, from the files that this machine has. Only one console of a home folder sends at a
 * time, and it reads all ledgers first, so the same message is never sent by two.
 */
export function resendMessagesAction(parts: MessageParts): JobAction {
  const { home, connectionId, ledgers, claimed, doors, discarded, sleep, hasClosed } = parts;
  const returns = openReturnsWatch(parts);

  async function send(
    { plan, reason, isOver }: RunningJob,
    ids: readonly string[],
    ledger: RedriveLedger,
  ): Promise<Sent> {
    const { queues } = doors();
    const queue = findQueue(plan);
    const configured = await queues.configured([queue]);
    if (!configured.ok) return { kind: 'not-sent', why: configured.failure.message };
    const lock = lockJob(join(home, 'discarded', 'sending.lock'), plan.planId);
    if ('heldBy' in lock) return { kind: 'not-sent', why: sendsElsewhere };
    try {
      // Another console may have sent some since the last look.
      ledgers.lookAgain();
      const elsewhere = whySentEver(
        parts,
        plan,
        ids.filter((id) => !ledger.standings.has(id)),
      );
      const hasReturned = returns.watch(plan);
      const worked = await resendThrough(
        {
          ledger,
          queues,
          files: discarded,
          readBefore: (messages) => readBefore(doors().reader, messages),
          connectionId,
          queue,
          configured: configured.value,
          planned: listGoing(plan, reason ?? null).map(({ item }) => item.id),
          isSentElsewhere: (id) => ledgers.sentEver(connectionId, queue, id, plan.planId)?.state === 'sent',
          sleep,
          isOver: () => isOver() || hasClosed() || hasReturned() || !lock.isOurs(),
        },
        ids.filter((id) => !elsewhere.has(id)),
      );
      await returns.noteSent(plan, provingAmong(plan, reason, ids).length > 0);
      const { later, standstill } = decideRest(null, worked.standstill);
      if (later !== null && worked.left.size === ids.length) return { kind: 'not-sent', why: later };
      const skipped = new Map([...elsewhere, ...worked.skipped]);
      return { kind: 'accepted', run: null, ...worked, standstill, skipped, returned: returns.tell(plan) };
    } finally {
      lock.release();
    }
  }

  return {
    kind: 'resend-messages',
    repeatableForMs: Number.POSITIVE_INFINITY,
    firstLookAfter: firstLookAfterSending,
    mostInCall: mostInPlan,
    recheck: (plan, ids) =>
      Promise.resolve({ ok: true, value: { skip: whySentEver(parts, plan, ids), seen: nothingSeen } }),
    send: (job, { ids }) => claimed(job, ids, send),
    look: lookAtSent(parts, returns, () => Promise.resolve()),
  };
}

const sendsElsewhere = 'another console on this home folder is sending discarded messages';

function whySentEver({ ledgers }: MessageParts, plan: Plan, ids: readonly string[]): Map<string, string> {
  const known = listKnownUncertain(plan);
  const skip = new Map<string, string>();
  for (const id of ids) {
    const before = ledgers.sentEver(plan.connection.id, findQueue(plan), id, plan.planId);
    if (before?.state === 'sent') skip.set(id, sentAgainByAnother);
    if (before?.state === 'uncertain' && !known.has(id)) skip.set(id, uncertainByAnother);
  }
  return skip;
}

const sentAgainByAnother = 'Another job has sent it meanwhile. It was not sent again.';

type ReturnsWatch = ReturnType<typeof openReturnsWatch>;

/** Finds out what became of messages that were sent, and whether they came back. */
function lookAtSent(
  { ledgers, doors, now }: MessageParts,
  returns: ReturnsWatch,
  tidy: (plan: Plan) => Promise<void>,
): JobAction['look'] {
  const look = messageLook({ doors, now });
  return async (job, sent): Promise<Result<Looked>> => {
    const { plan } = job;
    const ids = sent.map(({ id }) => id);
    await tidy(plan);
    const asked = { standings: ledgers.standings(plan), ids, seenBackAt: returns.seenAt(plan) };
    let looked = await look(asked);
    if (!looked.ok) return looked;
    const { looks } = looked.value;
    const open = provingAmong(plan, job.reason, ids).filter((id) => isOpen(looks.get(id)));
    const isLast = open.some((id) => looks.get(id)?.state === 'unconfirmed');
    // Until the first messages sent are proven, their dead-letter queue is checked for their return.
    const hints = open.length === 0 ? null : await returns.lookThrough(plan, open, isLast);
    if (hints !== null) looked = await look({ ...asked, hints });
    return looked.ok ? ok({ ...looked.value, returned: returns.tell(plan) }) : looked;
  };
}

function sendDeadLetters(parts: MessageParts, returns: ReturnsWatch) {
  const { connectionId, held, ledgers, doors, now, passed, sleep, hasClosed } = parts;

  return async (
    { plan, reason, isOver }: RunningJob,
    ids: readonly string[],
    ledger: RedriveLedger,
  ): Promise<Sent> => {
    const { queues } = doors();
    const queue = findQueue(plan);
    const configured = await queues.configured([queue]);
    if (!configured.ok) return { kind: 'not-sent', why: configured.failure.message };
    await noteHolds(ledger, { plan, queue, held });
    const hasReturned = returns.watch(plan);
    const elsewhere = whyElsewhere(
      parts,
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
        passed,
        sleep,
        ledger,
        configured: configured.value,
        editedBody: getEditedBody(plan),
        planned: listGoing(plan, reason ?? null).map(({ item }) => item.id),
        isSentElsewhere: (id) => ledgers.sentByOthers(plan, id) === 'sent',
        readBefore: (messages) => readBefore(doors().reader, messages, getEditedBody(plan)),
        isOver: () => isOver() || hasClosed() || hasReturned(),
      },
      ids.filter((id) => !elsewhere.has(id)),
    );
    await returns.noteSent(plan, provingAmong(plan, reason, ids).length > 0);
    const { later, standstill } = decideRest(trouble, worked.standstill);
    if (later !== null && worked.left.size === ids.length) return { kind: 'not-sent', why: later };
    const skipped = new Map([...elsewhere, ...worked.skipped]);
    return { kind: 'accepted', run: null, ...worked, standstill, skipped, returned: returns.tell(plan) };
  };
}

/**
 * Decides whether the rest waits for a person (`standstill`) or is tried again a little later. A call that has begun
 * nothing is repeated several times, and then the job brakes.
 */
function decideRest(
  trouble: string | null,
  standstill: Standstill | null,
): { readonly later: string | null; readonly standstill: string | null } {
  if (standstill === null) return { later: trouble, standstill: null };
  return standstill.isPassing
    ? { later: standstill.why, standstill: null }
    : { later: null, standstill: standstill.why };
}

function whyElsewhere({ ledgers }: MessageParts, plan: Plan, ids: readonly string[]): Map<string, string> {
  const known = listKnownUncertain(plan);
  const skip = new Map<string, string>();
  for (const id of ids) {
    const before = ledgers.sentByOthers(plan, id);
    if (before === 'sent') skip.set(id, sentByAnother);
    if (before === 'uncertain' && !known.has(id)) skip.set(id, uncertainByAnother);
  }
  return skip;
}

/** Someone who gave a reason has seen in the plan that these may have been sent. */
function listKnownUncertain({ items }: Plan): ReadonlySet<string> {
  return new Set(items.filter(({ why }) => why.includes(maySentBefore)).map(({ id }) => id));
}

function isOpen(look: Look | undefined): boolean {
  return look?.state === 'running' || look?.state === 'unconfirmed';
}

/** Selects the messages of the first steps, which have to be proven before the next step. */
function provingAmong(plan: Plan, reason: string | undefined, ids: readonly string[]): readonly string[] {
  const going = listGoing(plan, reason ?? null);
  const steps = planSteps(
    plan,
    going.map(({ item }) => item),
  );
  const most = steps.slice(0, countProvingSteps(steps)).reduce((sum, size) => sum + size, 0);
  const proving = new Set(going.slice(0, most).map(({ item }) => item.id));
  return ids.filter((id) => proving.has(id));
}

const sentByAnother =
  'Another redrive has sent it meanwhile. It was not sent again; discard it if it is still in the queue.';
const uncertainByAnother =
  'Another redrive may have sent it meanwhile. It was not sent again. To send it, plan it with a reason.';

function getEditedBody({ target }: Plan): string | undefined {
  return target.kind === 'redrive-messages' ? target.editedBody : undefined;
}

/**
 * Deletes messages that were sent but could not be deleted then, so that they do not stay in the queue for others to
 * send again.
 */
async function deleteWhatStands(
  { ledgers, doors, connectionId, held, now, sleep }: MessageParts,
  plan: Plan,
): Promise<void> {
  const standings = ledgers.standings(plan);
  const queue = findQueue(plan);
  const standing = [...standings].flatMap(([id, one]) => {
    if (one.state !== 'sent') return [];
    return [{ id, handle: held.get(connectionId, queue, id)?.message.receiptHandle ?? one.handle }];
  });
  if (standing.length === 0) return;
  await ledgers.with(plan, (ledger) =>
    deleteAccounted({ ledger, queues: doors().queues, queue, held, connectionId, now, sleep }, standing),
  );
}

/** Discards dead letters: each is saved in full to a file on this machine and then deleted. */
export function discardMessagesAction(parts: MessageParts): JobAction {
  const { home, connectionId, held, ledgers, claimed, doors, now, passed, open, sleep, hasClosed } = parts;

  async function send(
    { plan, isOver }: RunningJob,
    ids: readonly string[],
    ledger: RedriveLedger,
  ): Promise<Sent> {
    const queue = findQueue(plan);
    await noteHolds(ledger, { plan, queue, held });
    const file = await openDiscardFile(getDiscardFile(home, plan.planId), { connectionId, queue, now, open });
    try {
      const { skipped, left, trouble, ...worked } = await discardThrough(
        {
          queues: doors().queues,
          held,
          connectionId,
          queue,
          now,
          passed,
          sleep,
          ledger,
          file,
          isOver: () => isOver() || hasClosed(),
        },
        ids,
      );
      const { later, standstill } = decideRest(trouble, worked.standstill);
      if (later !== null && left.size === ids.length) return { kind: 'not-sent', why: later };
      return { kind: 'accepted', run: null, refused: new Map(), skipped, left, standstill };
    } finally {
      await file.close();
    }
  }

  return {
    kind: 'discard-messages',
    repeatableForMs: Number.POSITIVE_INFINITY,
    // A deletion is final at once.
    firstLookAfter: () => 0,
    mostInCall: mostInPlan,
    recheck: () => Promise.resolve({ ok: true, value: { skip: new Map(), seen: nothingSeen } }),
    send: (job, { ids }) => claimed(job, ids, send),

    async look({ plan }, sent) {
      const ids = sent.map(({ id }) => id);
      const standings = ledgers.standings(plan);
      let whyNot: ReadonlyMap<string, string> = new Map();
      if (listKeptMessages({ standings }, ids).length > 0) {
        const work = {
          queues: doors().queues,
          held,
          connectionId,
          queue: findQueue(plan),
          now,
          passed,
          sleep,
        };
        ({ whyNot } = await ledgers.with(plan, (ledger) =>
          deleteKept({ ...work, ledger, isOver: hasClosed }, ids),
        ));
      }
      const after = ledgers.standings(plan);
      const looks = new Map(ids.map((id) => [id, toLookResult(after.get(id), whyNot.get(id))]));
      return { ok: true, value: { looks, seen: nothingSeen } };
    },
  };
}

function toLookResult(standing: LedgerStanding | undefined, whyNot: string | undefined): Look {
  const look = { status: null, stage: null, run: null, endedAt: null, usage: null };
  if (standing?.state === 'discarded') return { ...look, state: 'fixed', note: null };
  const note = 'It is saved in the file, but could not be deleted yet.';
  if (whyNot === undefined) return { ...look, state: 'running', note };
  return {
    ...look,
    state: 'overtaken',
    note: `It is saved in the file, but may still be in the queue: ${whyNot}`,
  };
}

/** Both kinds of message jobs use these. */
interface MessageParts {
  readonly home: string;
  readonly connectionId: string;
  readonly held: HeldMessages;
  readonly ledgers: Ledgers;
  readonly claimed: SendClaimed;
  readonly discarded: Pick<DiscardedMessages, 'read'>;
  readonly doors: () => ConnectionDoors;
  readonly now: () => number;
  readonly passed?: HoldClock['passed'];
  readonly open: OpenLedgerLines;
  readonly sleep: (ms: number) => Promise<void>;
  readonly hasClosed: () => boolean;
}

/** A consumer may finish a message within a moment, and the steps after the first ones wait for it. */
function firstLookAfterSending(items: number): number {
  const { from, fromAtFew, few } = pace.lookAtMessages;
  return items <= few ? fromAtFew : from;
}

const nothingSeen: SeenItems = { documents: [], batches: [] };

/** This is shown for as long as it is true, whatever the journal says. */
