import type { ItemState, JobDetail } from '#shared/contract/jobs/jobs.ts';
import type { JobKind } from '#shared/contract/jobs/plans.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { itemWords } from '#shared/domain/job-words.ts';
import { listed } from '#shared/domain/listed-words.ts';

export type JobStep = JobDetail['steps'][number];

export interface Segment {
  readonly state: ItemState;
  /** How many items it stands for. */
  readonly count: number;
}

/** A box an item, in the plan's order; where there are too many for that, one a state by its share. */
export function segmentsOf({ size, items, counts }: JobStep, mostBoxes = 60): readonly Segment[] {
  if (items.length === size && size <= mostBoxes) return items.map((state) => ({ state, count: 1 }));
  const order = doneFirst.filter((state) => counts[state] > 0);
  return order.map((state) => ({ state, count: counts[state] }));
}

export function stepTitle(step: JobStep, place: number): string {
  return place > 1 ? `Rest, ${grouped(step.size)}` : grouped(step.size);
}

/** "9 fixed, 1 failed again": what ended, in words; how many are left while it runs. Of one there is nothing to count. */
export function stepWords({ size, state, counts }: JobStep, kind: JobKind): string {
  if (state === 'waiting') return '';
  const left = counts.waiting + counts.sending + counts.running;
  const parts = ended
    .filter((one) => counts[one] > 0)
    .map((one) =>
      size === 1
        ? itemWords(kind, one).toLowerCase()
        : `${grouped(counts[one])} ${itemWords(kind, one).toLowerCase()}`,
    );
  if (left > 0) return `${grouped(left)} of ${grouped(size)} left`;
  return listed(parts);
}

/** What is not all well, for those who only listen. */
export function stepSaid(step: JobStep, place: number, kind: JobKind): string {
  const parts = doneFirst
    .filter((state) => step.counts[state] > 0)
    .map((state) => `${grouped(step.counts[state])} ${itemWords(kind, state).toLowerCase()}`);
  return `Step ${String(place + 1)}, ${grouped(step.size)}: ${listed(parts)}`;
}

const ended: readonly ItemState[] = [
  'fixed',
  'failed-again',
  'refused',
  'unconfirmed',
  'uncertain',
  'skipped',
  'overtaken',
  'still-running',
];

const doneFirst: readonly ItemState[] = [...ended, 'running', 'sending', 'waiting'];
