import { toIdentity, type Attributes, type AttributeValue } from './attribute-value.ts';

/** A masked value cannot be compared here, so "masked" means neither the same nor changed. */
export type Comparison = 'same' | 'changed' | 'only-left' | 'only-right' | 'masked';

export interface ComparedAttribute {
  /** The names, and in lists the positions, that lead to the value. */
  readonly path: readonly (string | number)[];
  /** The path as it is displayed: error.code, lines[2].amount */
  readonly name: string;
  readonly comparison: Comparison;
  readonly left: AttributeValue | null;
  readonly right: AttributeValue | null;
}

type Step = string | number;
type Path = readonly Step[];
type Entries = readonly (readonly [Step, AttributeValue])[];

/** Compares every leaf of two items, in the order of the left item. Leaves that only the right item has come last. */
export function compareItems(left: Attributes, right: Attributes): readonly ComparedAttribute[] {
  return compareEntries(Object.entries(left), Object.entries(right), []);
}

function compareEntries(left: Entries, right: Entries, path: Path): readonly ComparedAttribute[] {
  const rights = new Map(right);
  const lefts = new Set(left.map(([step]) => step));
  return [
    ...left.flatMap(([step, value]) => compareValues(value, rights.get(step), [...path, step])),
    ...right
      .filter(([step]) => !lefts.has(step))
      .flatMap(([step, value]) => compareValues(undefined, value, [...path, step])),
  ];
}

function compareValues(
  left: AttributeValue | undefined,
  right: AttributeValue | undefined,
  path: Path,
): readonly ComparedAttribute[] {
  const inLeft = listEntries(left);
  const inRight = listEntries(right);
  const isSame = compareAttribute(left, right) === 'same';
  if (!isSame && sameKind(left, right) && inLeft !== null && inRight !== null) {
    return compareEntries(inLeft, inRight, path);
  }
  return [
    {
      path,
      name: formatPath(path),
      comparison: compareAttribute(left, right),
      left: left ?? null,
      right: right ?? null,
    },
  ];
}

function compareAttribute(left: AttributeValue | undefined, right: AttributeValue | undefined): Comparison {
  if (left === undefined) return 'only-right';
  if (right === undefined) return 'only-left';
  const types = [left, right].flatMap(Object.keys);
  // Values of different types differ, even if a part of them is masked.
  if (!types.includes('MASKED') && types[0] !== types[1]) return 'changed';
  const [a, b] = [toIdentity(left), toIdentity(right)];
  if (a === null || b === null) return 'masked';
  return a === b ? 'same' : 'changed';
}

function sameKind(left: AttributeValue | undefined, right: AttributeValue | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  return ('M' in left && 'M' in right) || ('L' in left && 'L' in right);
}

function listEntries(value: AttributeValue | undefined): Entries | null {
  if (value === undefined) return null;
  if ('M' in value) return Object.entries(value.M);
  return 'L' in value ? [...value.L.entries()] : null;
}

function formatPath(path: Path): string {
  return path.reduce<string>((name, step) => {
    if (typeof step === 'number') return `${name}[${step}]`;
    return name === '' ? step : `${name}.${step}`;
  }, '');
}
