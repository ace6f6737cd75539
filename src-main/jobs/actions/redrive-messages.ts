import { mostInPlan, type Plan } from '#shared/contract/jobs/plans.ts';
import { noteHolds } from '../../dead-letters/note-holds.ts';
import type { RedriveLedger } from '../../dead-letters/redrive-ledger.ts';
import { queueOf } from '../../dead-letters/open-ledgers.ts';
import { deleteAccounted } from '../../dead-letters/send-batch.ts';
import { maySentBefore } from '../../dead-letters/sent-before.ts';
import { workThrough } from '../../dead-letters/work-through.ts';
import type { JobAction, RunningJob, Sent } from '../job-action.ts';
import { goingOf } from '../job-record.ts';
import { messageLook } from './message-look.ts';
import { nothingSeen, type MessageParts } from './message-parts.ts';

/**
 * Dead letters, sent back to where they came from. The ledger knows of each by itself, so that a whole step is one call,
 * and one that broke off anywhere may be made again.
 */
export function redriveMessagesAction(parts: MessageParts): JobAction {
  const { connectionId, held, ledgers, claimed, doors, now, sleep, hasClosed } = parts;
  const look = messageLook({ doors, now });

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
        isOver: () => isOver() || hasClosed(),
      },
      ids.filter((id) => !elsewhere.has(id)),
    );
    // Nothing has been begun: it is tried again a little later, and given up by and by.
    if (trouble !== null && worked.left.size === ids.length) return { kind: 'not-sent', why: trouble };
    return { kind: 'accepted', run: null, ...worked, skipped: new Map([...elsewhere, ...worked.skipped]) };
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

    async look({ plan }, sent) {
      const ids = sent.map(({ id }) => id);
      await deleteWhatStands(parts, plan, ids);
      return look(plan, ledgers.standings(plan), ids);
    },
  };
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
  ids: readonly string[],
): Promise<void> {
  const standings = ledgers.standings(plan);
  const queue = queueOf(plan);
  const standing = ids.flatMap((id) => {
    const one = standings.get(id);
    if (one?.state !== 'sent') return [];
    return [{ id, handle: held.get(connectionId, queue, id)?.message.receiptHandle ?? one.handle }];
  });
  if (standing.length === 0) return;
  await ledgers.with(plan, (ledger) =>
    deleteAccounted({ ledger, queues: doors().queues, queue, sleep }, standing),
  );
}
