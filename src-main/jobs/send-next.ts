import type { Result } from '#shared/contract/result.ts';
import { isRunning, type JobAtWork } from './job-at-work.ts';
import type { SeenItems } from './job-action.ts';
import { LockLost } from './job-lock.ts';
import type { Move } from './next-move.ts';
import { pace } from './pace.ts';
import { settleCall } from './settle-call.ts';
import { tryLater } from './try-later.ts';

/** Reads them again, writes down what it is about to do, and only then does it. */
export async function sendNext(work: JobAtWork, { ids, most, step }: Move & { kind: 'send' }): Promise<void> {
  const { record, passing, lock, now } = work;
  // Before they are read again, so that nothing can happen to them, or to this machine, in between; and no longer
  // where the clock was set back.
  if (!isLastCallProven(record)) {
    await work.pause(Math.min(passing.lastCallAt + pace.betweenCalls - now(), pace.betweenCalls));
  }
  if (!isRunning(work)) return;
  const checked = await recheck(work, ids);
  if (!isRunning(work)) return;
  if (!checked.ok) return tryLater(work, `could not be read again (${checked.failure.message})`);
  const { skip, seen } = checked.value;
  work.seen(seen);
  const skipped = ids.flatMap((id) => {
    const why = skip.get(id);
    return why === undefined ? [] : [{ id, why }];
  });
  if (skipped.length > 0) work.write({ event: 'skipped', items: skipped });
  const going = ids.filter((id) => !skip.has(id)).slice(0, most);
  if (going.length === 0) return;

  if (!lock.isOurs()) throw new LockLost();
  const number = record.calls.length + 1;
  work.write({ event: 'intent', call: number, step, key: work.newKey(), ids: going });
  const call = record.calls.at(-1);
  if (call) await settleCall(work, call, 'first');
}

function isLastCallProven({ calls, items }: JobAtWork['record']): boolean {
  const last = calls.at(-1);
  return last !== undefined && last.ids.every((id) => items.get(id)?.state === 'fixed');
}

async function recheck(
  { action, record, log }: JobAtWork,
  ids: readonly string[],
): Promise<Result<{ readonly skip: ReadonlyMap<string, string>; readonly seen: SeenItems }>> {
  try {
    return await action.recheck(record.plan, ids);
  } catch (error) {
    log.error({ err: error }, 'items could not be read again');
    return {
      ok: false,
      failure: { code: 'unexpected', message: 'something unexpected happened', reference: '' },
    };
  }
}
