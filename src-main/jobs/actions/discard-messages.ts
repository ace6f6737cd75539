import { mostInPlan } from '#shared/contract/jobs/plans.ts';
import { discardFileOf, openDiscardFile } from '../../dead-letters/discard-file.ts';
import { deleteKept, keptOf } from '../../dead-letters/delete-kept.ts';
import { discardThrough } from '../../dead-letters/discard-through.ts';
import type { LedgerStanding } from '../../dead-letters/ledger-standings.ts';
import { queueOf } from '../../dead-letters/open-ledgers.ts';
import { noteHolds } from '../../dead-letters/note-holds.ts';
import type { RedriveLedger } from '../../dead-letters/redrive-ledger.ts';
import type { JobAction, Look, RunningJob, Sent } from '../job-action.ts';
import { nothingSeen, type MessageParts } from './message-parts.ts';

/** Dead letters that nobody needs any more: whole into a file of this machine, then deleted. */
export function discardMessagesAction(parts: MessageParts): JobAction {
  const { home, connectionId, held, ledgers, claimed, doors, now, open, sleep, hasClosed } = parts;

  async function send(
    { plan, isOver }: RunningJob,
    ids: readonly string[],
    ledger: RedriveLedger,
  ): Promise<Sent> {
    const queue = queueOf(plan);
    await noteHolds(ledger, { plan, queue, held });
    const file = await openDiscardFile(discardFileOf(home, plan.planId), { queue, now, open });
    try {
      const { skipped, left, trouble, standstill } = await discardThrough(
        {
          queues: doors().queues,
          held,
          connectionId,
          queue,
          now,
          sleep,
          ledger,
          file,
          isOver: () => isOver() || hasClosed(),
        },
        ids,
      );
      if (trouble !== null && left.size === ids.length) return { kind: 'not-sent', why: trouble };
      return { kind: 'accepted', run: null, refused: new Map(), skipped, left, standstill };
    } finally {
      await file.close();
    }
  }

  return {
    kind: 'discard-messages',
    repeatableForMs: Number.POSITIVE_INFINITY,
    mostInCall: mostInPlan,
    recheck: () => Promise.resolve({ ok: true, value: { skip: new Map(), seen: nothingSeen } }),
    send: (job, { ids }) => claimed(job, ids, send),

    async look({ plan }, sent) {
      const ids = sent.map(({ id }) => id);
      const standings = ledgers.standings(plan);
      let whyNot: ReadonlyMap<string, string> = new Map();
      if (keptOf({ standings }, ids).length > 0) {
        const work = { queues: doors().queues, held, connectionId, queue: queueOf(plan), now, sleep };
        ({ whyNot } = await ledgers.with(plan, (ledger) =>
          deleteKept({ ...work, ledger, isOver: hasClosed }, ids),
        ));
      }
      const after = ledgers.standings(plan);
      const looks = new Map(ids.map((id) => [id, lookOf(after.get(id), whyNot.get(id))]));
      return { ok: true, value: { looks, seen: nothingSeen } };
    },
  };
}

function lookOf(standing: LedgerStanding | undefined, whyNot: string | undefined): Look {
  const look = { status: null, stage: null, run: null, endedAt: null, usage: null };
  if (standing?.state === 'discarded') return { ...look, state: 'fixed', note: null };
  const note = 'It is kept in the file, and could not be deleted yet.';
  if (whyNot === undefined) return { ...look, state: 'running', note };
  return {
    ...look,
    state: 'overtaken',
    note: `It is kept in the file, and may still be in the queue: ${whyNot}`,
  };
}
