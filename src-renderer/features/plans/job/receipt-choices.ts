import type { ItemState, Job } from '#shared/contract/jobs/jobs.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { itemWords } from '#shared/domain/job-words.ts';

export interface ReceiptChoice {
  readonly value: ItemState | 'all';
  readonly label: string;
}

/** Every state that any item has, those first which a person has to look at. */
export function receiptChoices({
  kind,
  counts,
  total,
}: Pick<Job, 'kind' | 'counts' | 'total'>): readonly ReceiptChoice[] {
  const states = order.filter((state) => counts[state] > 0);
  if (states.length < 2) return [];
  return [
    { value: 'all', label: `All ${grouped(total)}` },
    ...states.map((state) => ({
      value: state,
      label: `${itemWords(kind, state)} ${grouped(counts[state])}`,
    })),
  ];
}

/** What is shown first of a job that has ended: what nobody but a person can settle. */
export function needsLooking(counts: Job['counts']): ItemState | null {
  const states = order.filter((state) => counts[state] > 0);
  if (states.length < 2) return null;
  return toLookAt.find((state) => counts[state] > 0) ?? null;
}

const toLookAt: readonly ItemState[] = [
  'uncertain',
  'failed-again',
  'refused',
  'unconfirmed',
  'still-running',
];

const order: readonly ItemState[] = [
  ...toLookAt,
  'skipped',
  'overtaken',
  'waiting',
  'running',
  'sending',
  'fixed',
];
