import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { keyText, noValue, plainText, type AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import type { ComparedAttribute, Comparison } from '#shared/catalogue/items/compare-items.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import { toLabel } from '../question/fields.ts';
import { formatExact } from './group-choices.ts';
import { messages } from '../messages.ts';

export const comparisonLabels = {
  same: 'same',
  changed: 'differs',
  'only-left': messages.results.onlyLeft,
  'only-right': messages.results.onlyRight,
  masked: messages.results.maskedNotCompared,
} as const satisfies Record<Comparison, string>;

/** "2 differ, 1 is in one only, 5 are the same, 1 is masked and not compared" */
export function summarizeComparison(compared: readonly ComparedAttribute[]): string {
  const count = (...kinds: readonly Comparison[]) =>
    compared.filter(({ comparison }) => kinds.includes(comparison)).length;
  const changed = count('changed');
  const one = count('only-left', 'only-right');
  const same = count('same');
  const masked = count('masked');
  const parts = [
    ...(changed === 0 ? [] : [`${String(changed)} ${changed === 1 ? 'differs' : 'differ'}`]),
    ...(one === 0 ? [] : [`${String(one)} ${one === 1 ? 'is' : 'are'} in one only`]),
    ...(same === 0 ? [] : [`${String(same)} ${same === 1 ? 'is' : 'are'} the same`]),
    ...(masked === 0 ? [] : [`${String(masked)} ${masked === 1 ? 'is' : 'are'} masked and not compared`]),
  ];
  return parts.length === 0 ? messages.results.neither : `${parts.join(', ')}.`;
}

/** Masked values stay in sight, because a value that was not compared may still differ. */
export function filterDifferences(compared: readonly ComparedAttribute[]): readonly ComparedAttribute[] {
  return compared.filter(({ comparison }) => comparison !== 'same');
}

export function formatCompared(value: AttributeValue | null): string {
  if (value === null) return noValue;
  return 'N' in value ? formatExact(value.N) : plainText(value);
}

type Pair = readonly [left: string, right: string];

/**
 * Returns the two items to compare first: the selected ones, or else the latest version and the newest before
 * it, or else the first two of a kind.
 */
export function chooseDefaultPair(
  system: SystemDeclaration,
  items: readonly ReadItem[],
  selected: readonly string[] = [],
): Pair | null {
  const [first, second] = selected.filter((handle) => items.some((item) => item.handle === handle));
  if (first !== undefined && second !== undefined) return [first, second];
  return findVersions(system, items) ?? findPairOfOneKind(items);
}

/**
 * The latest version is compared with the newest dated one: DOCUMENT#LATEST with DOCUMENT#2025-06-30, not
 * with DOCUMENT#2024-12-31.
 */
function findVersions(system: SystemDeclaration, items: readonly ReadItem[]): Pair | null {
  const keyed = items.map((item) => ({ handle: item.handle, ...findBaseKey(system, item) }));
  for (const latest of keyed) {
    if (latest.sort?.endsWith('#LATEST') !== true) continue;
    const lead = latest.sort.slice(0, -'LATEST'.length);
    const [newest] = keyed
      .filter(({ handle, partition, sort }) => {
        return handle !== latest.handle && partition === latest.partition && sort?.startsWith(lead) === true;
      })
      .toSorted((a, b) => ((a.sort ?? '') < (b.sort ?? '') ? 1 : -1));
    if (newest !== undefined) return [newest.handle, latest.handle];
  }
  return null;
}

function findPairOfOneKind(items: readonly ReadItem[]): Pair | null {
  for (const [place, one] of items.entries()) {
    const other = items.slice(place + 1).find(({ entity }) => entity === one.entity);
    if (other !== undefined) return [one.handle, other.handle];
  }
  const [first, second] = items;
  return first === undefined || second === undefined ? null : [first.handle, second.handle];
}

/** Labels items in a list by kind and keys; the partition is left out if all share it. */
export function labelItems(
  system: SystemDeclaration,
  items: readonly ReadItem[],
): ReadonlyMap<string, string> {
  const keys = items.map((item) => findBaseKey(system, item));
  const samePartition = new Set(keys.map(({ partition }) => partition)).size === 1;
  const taken = new Map<string, number>();
  return new Map(
    items.map(({ handle, entity }, place) => {
      const { partition, sort } = keys[place] ?? { partition: 'masked', sort: undefined };
      const key = sort === undefined ? partition : samePartition ? sort : `${partition} / ${sort}`;
      const label = entity === null ? key : `${toLabel(entity)} ${key}`;
      const times = (taken.get(label) ?? 0) + 1;
      taken.set(label, times);
      return [handle, times === 1 ? label : `${label} (${String(times)})`];
    }),
  );
}

interface BaseKey {
  readonly partition: string;
  /** Undefined if the table has none. */
  readonly sort: string | undefined;
}

/**
 * Returns the key in the table of its entity. An item without an entity uses the first table whose key it
 * has.
 */
function findBaseKey(system: SystemDeclaration, { entity, attributes }: ReadItem): BaseKey {
  const own = findDeclared(system.entities, entity ?? '')?.table;
  const tables = own === undefined ? Object.values(system.tables) : [findDeclared(system.tables, own)];
  const table = tables.find((one) => one !== undefined && Object.hasOwn(attributes, one.partition.name));
  if (table === undefined) return { partition: 'masked', sort: undefined };
  return {
    partition: keyText(attributes, table.partition.name) ?? 'masked',
    sort: table.sort === undefined ? undefined : (keyText(attributes, table.sort.name) ?? 'masked'),
  };
}

export interface DifferingText {
  readonly start: string;
  /** The part that the other text lacks; empty if the other text is only longer. */
  readonly differs: string;
  readonly end: string;
}

/** Cuts two texts at the first and last difference, at whole characters only. */
export function findDifferingPart(left: string, right: string): readonly [DifferingText, DifferingText] {
  const [a, b] = [splitCharacters(left), splitCharacters(right)];
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [cut(a, start, end), cut(b, start, end)];
}

function cut(characters: readonly string[], start: number, end: number): DifferingText {
  const until = characters.length - end;
  return {
    start: characters.slice(0, start).join(''),
    differs: characters.slice(start, until).join(''),
    end: characters.slice(until).join(''),
  };
}

function splitCharacters(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const segmenter = new Intl.Segmenter('en');
