import { isRunning, JournalClosed, type JobAtWork } from './job-at-work.ts';
import { LockLost } from './job-lock.ts';
import { NotWritten } from './journal.ts';
import { lookAfter } from './look-after.ts';
import { nextMove } from './next-move.ts';
import { sendNext } from './send-next.ts';
import { settleCall } from './settle-call.ts';

interface Ways {
  /** Writes the last line. */
  readonly ended: () => void;
  /** In the same turn in which it was decided: who resumes it meanwhile must not find it half at work. */
  readonly left: () => void;
}

/** Until nothing is left to do, a person has to say something, or the console ends. It never rejects. */
export async function runJob(work: JobAtWork, { ended, left }: Ways): Promise<void> {
  const { record, passing, turns, log } = work;
  const { planId: jobId, connection } = record.plan;
  try {
    while (await moveOn(work, { ended, left }));
  } catch (error) {
    if (error instanceof JournalClosed) return;
    passing.halted = whyHalted(error);
    log.error({ err: error, jobId }, 'a job has halted');
  } finally {
    turns.giveBack(connection.id, jobId);
    left();
  }
}

/** False: there is nothing more to do. */
async function moveOn(work: JobAtWork, { ended, left }: Ways): Promise<boolean> {
  const { record, turns, signal } = work;
  const { planId: jobId, connection } = record.plan;
  if (signal.aborted) return false;
  const move = nextMove(record, work.action);
  if (!isRunning(work)) turns.giveBack(connection.id, jobId);
  switch (move.kind) {
    case 'brake':
      work.write({ event: 'braked', why: move.why });
      return true;
    case 'settle':
      if (await hasTurn(work)) await settleCall(work, move.call, 'again');
      return true;
    case 'look':
      await lookAfter(work, move.items);
      return true;
    case 'send':
      if (await hasTurn(work)) await sendNext(work, move);
      return true;
    case 'rest':
      left();
      return false;
    case 'end':
      ended();
      return false;
    default:
      return move satisfies never;
  }
}

/** False once something has changed: who asks looks again what there is to do. */
async function hasTurn({ record, turns, passing, changed }: JobAtWork): Promise<boolean> {
  const { planId: jobId, connection } = record.plan;
  const isOurs = turns.take(connection.id, jobId);
  if (passing.waitsForTurn === isOurs) {
    passing.waitsForTurn = !isOurs;
    changed();
  }
  if (!isOurs) await turns.changed();
  return isOurs;
}

function whyHalted(error: unknown): string {
  if (error instanceof NotWritten) {
    return `Storage: its journal cannot be written (${error.message}). Nothing more was sent; free some space and resume it.`;
  }
  if (error instanceof LockLost)
    return 'Another console has taken this job over. This one sent nothing more.';
  return 'Something unexpected happened, and nothing more was sent. The log says what; resume it to go on.';
}
