import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { noValue, plainText, type AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { keyText } from '#shared/catalogue/items/sample-attributes.ts';
import type { ComparedAttribute, Comparison } from '#shared/catalogue/items/compare-items.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import { spaced } from '../question/fields.ts';
import { exactText } from './group-choices.ts';

export const comparisonLabels = {
  same: 'same',
  changed: 'differs',
  'only-left': 'only left',
  'only-right': 'only right',
  masked: 'masked, not compared',
} as const satisfies Record<Comparison, string>;

/** "2 differ, 1 is in one only, 5 are the same, 1 is masked and not compared" */
export function comparisonSummary(compared: readonly ComparedAttribute[]): string {
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
  return parts.length === 0 ? 'Neither has an attribute.' : `${parts.join(', ')}.`;
}

/** Masked values stay in sight, because a value that was not compared may still differ. */
export function onlyDifferences(compared: readonly ComparedAttribute[]): readonly ComparedAttribute[] {
  return compared.filter(({ comparison }) => comparison !== 'same');
}

export function comparedText(value: AttributeValue | null): string {
  if (value === null) return noValue;
  return 'N' in value ? exactText(value.N) : plainText(value);
}

type Pair = readonly [left: string, right: string];

/**
 * The two items to compare first: those that were selected; else the latest version
 * and the newest before it; else the first two of a kind.
 */
export function defaultPair(
  system: SystemDeclaration,
  items: readonly ReadItem[],
  selected: readonly string[] = [],
): Pair | null {
  const [first, second] = selected.filter((handle) => items.some((item) => item.handle === handle));
  if (first !== undefined && second !== undefined) return [first, second];
  return versions(system, items) ?? ofOneKind(items);
}

/** DOCUMENT#LATEST beside DOCUMENT#2025-06-30, not beside DOCUMENT#2024-12-31. */
function versions(system: SystemDeclaration, items: readonly ReadItem[]): Pair | null {
  const keyed = items.map((item) => ({ handle: item.handle, ...baseKey(system, item) }));
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

function ofOneKind(items: readonly ReadItem[]): Pair | null {
  for (const [place, one] of items.entries()) {
    const other = items.slice(place + 1).find(({ entity }) => entity === one.entity);
    if (other !== undefined) return [one.handle, other.handle];
  }
  const [first, second] = items;
  return first === undefined || second === undefined ? null : [first.handle, second.handle];
}

/** How items are told apart in a list: kind and keys, the partition only where it is not the same for all. */
export function itemLabels(
  system: SystemDeclaration,
  items: readonly ReadItem[],
): ReadonlyMap<string, string> {
  const keys = items.map((item) => baseKey(system, item));
  const samePartition = new Set(keys.map(({ partition }) => partition)).size === 1;
  const taken = new Map<string, number>();
  return new Map(
    items.map(({ handle, entity }, place) => {
      const { partition, sort } = keys[place] ?? { partition: 'masked', sort: undefined };
      const key = sort === undefined ? partition : samePartition ? sort : `${partition} / ${sort}`;
      const label = entity === null ? key : `${spaced(entity)} ${key}`;
      const times = (taken.get(label) ?? 0) + 1;
      taken.set(label, times);
      return [handle, times === 1 ? label : `${label} (${String(times)})`];
    }),
  );
}

interface BaseKey {
  readonly partition: string;
  /** Undefined where the table has none. */
  readonly sort: string | undefined;
}

/** By its entity's table; an item of no entity by the first table whose key it has. */
function baseKey(system: SystemDeclaration, { entity, attributes }: ReadItem): BaseKey {
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
  /** The part that the other text lacks; empty where the other text only has more. */
  readonly differs: string;
  readonly end: string;
}

/** Two texts, each cut where they begin and where they cease to differ. Whole characters, never half of one. */
export function differingPart(left: string, right: string): readonly [DifferingText, DifferingText] {
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
