import { listLayouts, type CountedDay, type LayoutOfDay } from './correction-counts.ts';
import { fisherGreater, isAround, listOwnSamples, type CorrectedSample, type Drift } from './drift.ts';
import { compareLayouts, type LayoutLikeness } from './layout-signature.ts';

/** A corrected document, and where its fields stand on the page; null where that is not known. */
export interface PlacedSample extends CorrectedSample {
  readonly layout: string | null;
}

/** A layout of a supplier that no reviewer had seen before corrections changed. */
export interface NewLayout {
  readonly supplier: string;
  readonly layout: string;
  /** The day on which it was first seen, by UTC. */
  readonly day: string;
  /** The corrected documents that have it, of `of`. */
  readonly having: number;
  readonly of: number;
}

/** Naming a layout that fewer documents have would be a guess. */
const leastHaving = 5;
/** The documents of the supplier that had other layouts before: without them it is a new supplier, not a new layout. */
const leastBefore = 3;
/** A layout that was merely rare before is found new by chance with at most this probability. */
const level = 0.001;

/**
 * Finds the new layout that at least half of the corrected documents have. All documents that reviewers approved are
 * counted by their layout, so one that came before, even where nothing was corrected, is not new.
 */
export function findNewLayout(
  samples: readonly PlacedSample[],
  drift: Pick<Drift, 'kind' | 'name' | 'beganOn'>,
  days: readonly CountedDay[],
): NewLayout | undefined {
  const own = listOwnSamples(samples, drift);
  const counted = days.flatMap(listLayouts);
  for (const { supplier, layout } of own) {
    if (supplier === null || layout === null) continue;
    const having = own.filter((one) => hasLayout(one, { supplier, layout })).length;
    if (having < leastHaving || having * 2 < own.length) continue;
    const day = findFirstDay(
      counted.filter((one) => one.supplier === supplier),
      { layout, beganOn: drift.beganOn },
    );
    return day === undefined ? undefined : { supplier, layout, day, having, of: own.length };
  }
  return undefined;
}

export function hasLayout(
  sample: Pick<PlacedSample, 'supplier' | 'layout'>,
  { supplier, layout }: Pick<NewLayout, 'supplier' | 'layout'>,
): boolean {
  return (
    sample.supplier === supplier && sample.layout !== null && compareLayouts(sample.layout, layout) === 'same'
  );
}

/** Returns the first day of a layout if it is new; undefined if it had been seen before, or may have been. */
function findFirstDay(
  counted: readonly LayoutOfDay[],
  { layout, beganOn }: { readonly layout: string; readonly beganOn: string },
): string | undefined {
  const compared = counted.map((one) => ({ ...one, likeness: compareLayouts(one.layout, layout) }));
  const [first] = compared
    .filter(({ likeness }) => likeness === 'same')
    .map(({ day }) => day)
    .toSorted();
  if (first === undefined || !isAround(first, beganOn)) return undefined;
  const [before, since] = [
    compared.filter(({ day }) => day < first),
    compared.filter(({ day }) => day >= first),
  ];
  // A layout that cannot be compared, as after a change of the schema, may have been this one.
  const usual = { read: sum(before), corrected: sum(before, 'unclear') };
  const recent = { read: sum(since), corrected: sum(since, 'same') };
  const isNew = usual.read - usual.corrected >= leastBefore && fisherGreater(recent, usual) <= level;
  return isNew ? first : undefined;
}

function sum(
  counted: readonly { readonly count: number; readonly likeness: LayoutLikeness }[],
  likeness?: LayoutLikeness,
): number {
  return counted.reduce(
    (all, one) => (likeness === undefined || one.likeness === likeness ? all + one.count : all),
    0,
  );
}
