import type { MetricPoint } from '#shared/domain/monitor/gap-filled.ts';

/** A time in which a queue was not empty, from the first figure that says so to the last. */
export interface Spell {
  readonly from: number;
  readonly to: number;
  /** What was there at its last figure. */
  readonly depth: number;
  /** Nothing is known of before. */
  readonly isOpenBefore: boolean;
}

/** What was reported of a dead-letter queue lately, and in which of its spells somebody was told. */
export interface QueueSpells {
  /** Figures by the minute, in any order; a later one of the same minute stands. */
  add(points: readonly MetricPoint[]): void;
  newest(): MetricPoint | undefined;
  all(): readonly Spell[];
  isKnown(spell: Spell): boolean;
  know(spell: Spell): void;
}

/** As far back as a figure may still come, and as two looks may lie apart. */
const spellsKeptMs = 24 * 3_600_000;

export function queueSpells(): QueueSpells {
  let points: readonly MetricPoint[] = [];
  /** The last figure that is no longer kept: a spell may go on from it. */
  let before: MetricPoint | undefined;
  const known = new Set<number>();

  return {
    add(more) {
      const merged = new Map([...points, ...more]);
      const sorted = [...merged].toSorted(([one], [other]) => one - other);
      const since = (sorted.at(-1)?.[0] ?? 0) - spellsKeptMs;
      before = sorted.findLast(([at]) => at < since) ?? before;
      points = sorted.filter(([at]) => at >= since);
    },
    newest: () => points.at(-1),
    all: () => spellsOf(points, before),
    isKnown: (spell) =>
      (spell.isOpenBefore && before !== undefined) || [...known].some((at) => isWithin(spell, at)),
    know(spell) {
      // Any of its minutes would do; late figures may yet move its beginning.
      known.add(spell.to);
      known.add(spell.from);
      for (const at of known) if (at < spell.to - spellsKeptMs) known.delete(at);
    },
  };
}

function spellsOf(points: readonly MetricPoint[], before: MetricPoint | undefined): Spell[] {
  const spells: Spell[] = [];
  let open: Spell | undefined;
  let isEmpty = before === undefined ? undefined : before[1] === 0;
  for (const [at, depth] of points) {
    if (depth > 0)
      open = { from: open?.from ?? at, to: at, depth, isOpenBefore: open?.isOpenBefore ?? isEmpty !== true };
    else if (open !== undefined) {
      spells.push(open);
      open = undefined;
    }
    isEmpty = depth === 0;
  }
  return open === undefined ? spells : [...spells, open];
}

function isWithin({ from, to }: Spell, at: number): boolean {
  return at >= from && at <= to;
}
