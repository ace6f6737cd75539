import { whyToBrake } from '#shared/domain/job-brake.ts';
import { mostAfter } from '#shared/domain/ramp.ts';
import type { CallRecord, ItemRecord, JobRecord } from './job-record.ts';

export type Move =
  | { readonly kind: 'brake'; readonly why: string }
  /** One that was made and not answered, perhaps by a console that is no more. */
  | { readonly kind: 'settle'; readonly call: CallRecord }
  | { readonly kind: 'look'; readonly items: readonly ItemRecord[] }
  /** Of these, the first `most` that may still go. */
  | { readonly kind: 'send'; readonly step: number; readonly ids: readonly string[]; readonly most: number }
  /** Nothing happens by itself until a person resumes it. */
  | { readonly kind: 'rest' }
  | { readonly kind: 'end' };

/**
 * What a job has to do next. One call at a time, and the next only when all of the last have ended; where a person lets
 * it go on without confirmation there is nothing to wait for in between.
 */
export function nextMove(record: JobRecord, limits: { readonly mostInCall: number }): Move {
  const { counts, items, phase } = record;
  const isRunning = phase === 'running';
  const open = record.calls.find(({ state }) => state === 'open');
  if (isRunning && counts.waiting > 0) {
    const { withoutConfirmation } = record;
    const why = whyToBrake(record.ended, { planned: items.size, withoutConfirmation });
    if (why !== null) return { kind: 'brake', why };
  }
  if (open && isRunning) return { kind: 'settle', call: open };
  if (isRunning && record.withoutConfirmation && counts.waiting > 0) return callOf(record, limits.mostInCall);
  if (counts.running > 0) {
    return { kind: 'look', items: [...items.values()].filter(({ state }) => state === 'running') };
  }
  if (counts.waiting === 0 && !open) return { kind: 'end' };
  if (!isRunning) return { kind: 'rest' };
  return callOf(record, limits.mostInCall);
}

/** One step at a time; without confirmation no step can prove anything to the next, so that all go together. */
function callOf({ items, proven, withoutConfirmation }: JobRecord, most: number): Move {
  let step = 0;
  const ids: string[] = [];
  for (const item of items.values()) {
    if (item.state !== 'waiting') continue;
    if (ids.length === 0) ({ step } = item);
    if ((item.step !== step && !withoutConfirmation) || ids.length === most) break;
    ids.push(item.id);
  }
  return { kind: 'send', step, ids, most: withoutConfirmation ? most : mostAfter(proven, most) };
}
