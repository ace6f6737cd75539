import type { AttributeValue } from './attribute-value.ts';
import { memberOf, typeOf } from './attribute-value.ts';
import { compareBinary } from './binary.ts';
import { compareNumbers } from './numbers.ts';
import { compareText } from './text-order.ts';

/** The order of sort keys, which are of one type in a table. */
export function compareKeys(a: AttributeValue, b: AttributeValue): number {
  return orderedCompare(a, b) ?? compareText(typeOf(a), typeOf(b));
}

/** Undefined where `<` has no meaning: two types, or one that is neither S, N nor B. */
export function orderedCompare(a: AttributeValue, b: AttributeValue): number | undefined {
  if ('S' in a) return 'S' in b ? compareText(a.S, b.S) : undefined;
  if ('N' in a) return 'N' in b ? compareNumbers(a.N, b.N) : undefined;
  if ('B' in a) return 'B' in b ? compareBinary(a.B, b.B) : undefined;
  return undefined;
}

/** Numbers and bytes are in their one spelling by now, so equal text is an equal value. */
export function equalValues(a: AttributeValue, b: AttributeValue): boolean {
  if (a === b) return true;
  if ('S' in a) return 'S' in b && a.S === b.S;
  if ('N' in a) return 'N' in b && a.N === b.N;
  if ('B' in a) return 'B' in b && a.B === b.B;
  if ('BOOL' in a) return 'BOOL' in b && a.BOOL === b.BOOL;
  if ('NULL' in a) return 'NULL' in b;
  if ('SS' in a) return 'SS' in b && equalSets(a.SS, b.SS);
  if ('NS' in a) return 'NS' in b && equalSets(a.NS, b.NS);
  if ('BS' in a) return 'BS' in b && equalSets(a.BS, b.BS);
  if ('L' in a) return 'L' in b && equalLists(a.L, b.L);
  return 'M' in b && equalMaps(a.M, b.M);
}

function equalSets(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const members = new Set(a);
  return b.every((member) => members.has(member));
}

function equalLists(a: readonly AttributeValue[], b: readonly AttributeValue[]): boolean {
  return (
    a.length === b.length &&
    a.every((value, at) => {
      const other = b[at];
      return other !== undefined && equalValues(value, other);
    })
  );
}

function equalMaps(
  a: Readonly<Record<string, AttributeValue>>,
  b: Readonly<Record<string, AttributeValue>>,
): boolean {
  const entries = Object.entries(a);
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([name, value]) => {
      const other = memberOf(b, name);
      return other !== undefined && equalValues(value, other);
    })
  );
}
