import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ItemState } from '#shared/contract/jobs.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { sendsMessages } from '#shared/domain/job-kinds/message-jobs.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import { ledgerEnding } from '../jobs/job-shelf.ts';
import { continueJournal, readEnding, readJournal } from '../jobs/journal.ts';
import { findQueue } from './open-ledgers.ts';
import { openLedger, readLedger } from './redrive-ledger.ts';

interface Parts {
  readonly home: string;
  readonly madeAt: string;
  readonly now: () => number;
}

/** A job that was not over when the backup was made, and how many of its items it may have sent since. */
export interface HeldJob {
  readonly jobId: string;
  readonly uncertain: number;
}

/**
 * Ends every job of a restored home that was not over. The console that made the backup may have gone on with it, so each
 * item that it says is not sent may be sent by now: it becomes uncertain and is sent by no hand but a person's, with a new
 * plan. Messages are uncertain in their ledger too, so that a later plan asks for a reason.
 */
export async function holdRestoredJobs({ home, madeAt, now }: Parts): Promise<readonly HeldJob[]> {
  const why = `This home was restored from a backup of ${madeAt.slice(0, 16).replace('T', ' ')} UTC. What the job did after that is not known here, so it was ended. Check the items, then make a new plan for those that still need it.`;
  const held: HeldJob[] = [];
  for (const name of listJournals(join(home, 'jobs'))) {
    const file = join(home, 'jobs', name);
    if (readEnding(file) !== null) continue;
    const journal = readJournal(file);
    // A damaged journal is held for a person in any case.
    if (journal === null || journal.damage !== null || journal.record.endedAt !== null) continue;
    const { record, plan } = journal;
    const waiting = listItems(record, ['waiting']);
    // The ledger names a message only once its own batch goes, which is later than the call in the journal.
    const unsent = listItems(record, ['waiting', 'sending']);
    const lines = continueJournal(file, journal, { now });
    try {
      if (waiting.length > 0) {
        const call = record.calls.length + 1;
        const step = record.items.get(waiting[0] ?? '')?.step ?? 1;
        lines.append({ event: 'intent', call, step, key: `restored-${plan.plan.planId}`, ids: waiting });
      }
      lines.append({ event: 'voided', why });
      await holdMessages(file.replace(/\.jsonl$/, ledgerEnding), { plan: plan.plan, ids: unsent, why, now });
    } finally {
      lines.close();
    }
    held.push({ jobId: plan.plan.planId, uncertain: lines.record.counts.uncertain });
  }
  return held;
}

function listItems({ items }: JobRecord, states: readonly ItemState[]): string[] {
  return [...items.values()].flatMap(({ id, state }) => (states.includes(state) ? [id] : []));
}

interface Holding {
  readonly plan: Plan;
  readonly ids: readonly string[];
  readonly why: string;
  readonly now: () => number;
}

/** Opening a ledger makes every message uncertain that it intended to send. The rest is noted as one more batch. */
async function holdMessages(file: string, { plan, ids, why, now }: Holding): Promise<void> {
  const { fold, damage } = readLedger(file);
  if (damage !== null) return;
  const { kind, connection } = plan;
  // A job has no ledger before its first call. A discard without one has saved and sent nothing.
  if (fold.place === null && !sendsMessages(kind)) return;
  const place = { connectionId: connection.id, queue: findQueue(plan), kind };
  const ledger = await openLedger(file, { place, now });
  try {
    const untouched = ids.filter((id) => !ledger.standings.has(id));
    if (untouched.length === 0) return;
    const uncertain = untouched.map((id) => ({ id, why }));
    await ledger.append({
      event: 'sent',
      batch: ledger.nextBatch(),
      taken: [],
      refused: [],
      again: [],
      uncertain,
    });
  } finally {
    await ledger.close();
  }
}

function listJournals(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.jsonl') && !name.endsWith(ledgerEnding));
  } catch {
    // No job was ever started.
    return [];
  }
}
