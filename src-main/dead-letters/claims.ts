import type { Plan } from '#shared/contract/jobs/plans.ts';
import type { RunningJob, Sent } from '../jobs/job-action.ts';
import { queueOf, type Ledgers } from './open-ledgers.ts';
import type { RedriveLedger } from './redrive-ledger.ts';

type Send = (job: RunningJob, ids: readonly string[], ledger: RedriveLedger) => Promise<Sent>;

/** One call of a job on messages, with its ledger. */
export type SendClaimed = (job: RunningJob, ids: readonly string[], send: Send) => Promise<Sent>;

/**
 * Two jobs of one console hold the same messages, so that nothing but this keeps both from sending one: no other begins
 * with it between the look at what others have sent and the sending. Of two consoles only one can have received it.
 */
export function openClaims(ledgers: Pick<Ledgers, 'with' | 'lookAgain'>): SendClaimed {
  const owners = new Map<string, string>();
  return async (job, ids, send) => {
    const { plan } = job;
    const keyOf = keysIn(plan);
    const busy = ids.filter((id) => (owners.get(keyOf(id)) ?? plan.planId) !== plan.planId);
    const isBusy = new Set(busy);
    const mine = ids.filter((id) => !isBusy.has(id));
    if (mine.length === 0) return { kind: 'not-sent', why: 'another job works on the same messages' };
    for (const id of mine) owners.set(keyOf(id), plan.planId);
    try {
      // What others have written since the last look counts.
      ledgers.lookAgain();
      const sent = await ledgers.with(plan, (ledger) => send(job, mine, ledger));
      return sent.kind === 'accepted' ? withBusy(sent, busy) : sent;
    } finally {
      for (const id of mine) owners.delete(keyOf(id));
    }
  };
}

function keysIn(plan: Plan): (id: string) => string {
  const { id: connectionId } = plan.connection;
  const queue = queueOf(plan);
  return (id) => JSON.stringify([connectionId, queue, id]);
}

/** They wait: what has become of them is known when the other has ended. */
function withBusy(sent: Sent & { kind: 'accepted' }, busy: readonly string[]): Sent {
  return { ...sent, left: new Set([...busy, ...(sent.left ?? [])]) };
}
