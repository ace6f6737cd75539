import type { DeadLetterQueue, MoveTask } from '#shared/contract/dead-letters/queues.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { isActive } from './move-words.ts';

/** Those that have ended since; one that was both begun and ended between two looks is among them. */
export function endedSince(
  before: DeadLetterQueue['moves'],
  now: DeadLetterQueue['moves'],
): readonly MoveTask[] {
  const known = new Set(before.filter((move) => !isActive(move)).map(({ startedAt }) => startedAt));
  return now.filter((move) => !isActive(move) && !known.has(move.startedAt));
}

export interface MoveNews {
  readonly message: string;
  readonly tone: 'succeeded' | 'review' | 'failed';
  readonly detail: string;
}

/** "Moved 207 of about 207", "Stopped: 12 of about 207 were moved" */
export function newsOfMove(
  { state, moved, toMove, failure }: Pick<MoveTask, 'state' | 'moved' | 'toMove' | 'failure'>,
  queue: string,
): MoveNews {
  const count = toMove === null ? grouped(moved) : `${grouped(moved)} of about ${grouped(toMove)}`;
  const were = `${count} ${moved === 1 ? 'was' : 'were'} moved`;
  switch (state) {
    case 'CANCELLED':
      return {
        message: `Stopped: ${were}`,
        tone: 'review',
        detail: `The move of ${queue}. What has been moved stays moved.`,
      };
    case 'FAILED':
      return {
        message: `The move has failed: ${were}`,
        tone: 'failed',
        detail: failure === null ? `The move of ${queue}.` : `The move of ${queue}: ${failure}`,
      };
    default:
      return { message: `Moved ${count}`, tone: 'succeeded', detail: `The move of ${queue} is complete.` };
  }
}

/** What came of a move stands where it was said that it has begun. */
export function moveToast(queue: string): string {
  return `move ${queue}`;
}
