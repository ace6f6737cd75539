import type { Flag, ReviewStep } from '#shared/contract/review/document.ts';
import type { QueueRow } from '#shared/contract/review/queue.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { IconName } from '#renderer/ui/icon/product-icons.ts';
import { spanWords } from '#renderer/ui/relative-time/relative-words.ts';
import type { Turn } from './desk-rows.ts';

export function documentName({ fileName, documentId }: Pick<QueueRow, 'fileName' | 'documentId'>): string {
  return fileName ?? documentId;
}

/** "84", or "84+" where not all of it was counted. */
export function countWords(count: number, exact: boolean): string {
  return exact ? grouped(count) : `${grouped(count)}+`;
}

/** "84 documents wait in 12 batches"; of what was not counted to its end "At least 84". */
export function waitingWords(waiting: number, exact: boolean, batches: number): string {
  if (waiting === 0) return exact ? 'Nothing waits' : 'Not counted';
  const documents = waiting === 1 ? '1 document waits' : `${grouped(waiting)} documents wait`;
  return `${exact ? '' : 'At least '}${documents} in ${batches === 1 ? '1 batch' : `${grouped(batches)} batches`}`;
}

export const flagLooks: readonly {
  readonly flag: Flag;
  readonly short: string;
  readonly long: string;
  readonly icon: IconName;
}[] = [
  { flag: 'below threshold', short: 'unsure', long: 'Below the threshold', icon: 'gauge' },
  { flag: 'readers disagree', short: 'differ', long: 'Readers disagree', icon: 'sortable' },
  { flag: 'check failed', short: 'check', long: 'A check failed', icon: 'warning' },
];

/** Null: the first of one person, or the only one. */
export function stepWords(step: ReviewStep): string | null {
  if (step === 'first') return null;
  return step === 'second' ? '2nd review' : '3rd review';
}

/** One line on whose it is; empty where it is anybody's. */
export function turnWords(turn: Turn, nameOf: (id: string) => string, now: number): string {
  switch (turn.kind) {
    case 'open':
      return '';
    case 'mine':
      return `From ${nameOf(turn.by)}${noteWords(turn.note)}`;
    case 'held':
      return `${nameOf(turn.by)} holds it${turn.until === null ? '' : `, ${spanWords(turn.until - now)} left`}`;
    case 'handed':
      return `Handed to ${nameOf(turn.to)} by ${nameOf(turn.by)}${noteWords(turn.note)}`;
    case 'set aside':
      return `Set aside, ${spanWords(turn.until - now)} left`;
    default:
      return turn.why;
  }
}

function noteWords(note: string | null): string {
  return note === null ? '' : `: “${note}”`;
}

/** After the last row. With filters more was read than is shown. */
export function endWords(shown: number, read: number, hasMore: boolean): string {
  const of = read > shown ? `${grouped(shown)} of the ${grouped(read)} read` : `${grouped(shown)} read`;
  return hasMore ? `${of}; more wait` : `${of}, these are all`;
}
