import { memberOf, typeOf, type AttributeValue } from './attribute-value.ts';
import { tokenOf } from './order-token.ts';

/** Undefined where `<` has no meaning: two types, or one that is neither S, N nor B. */
export function orderedCompare(a: AttributeValue, b: AttributeValue): number | undefined {
  const type = typeOf(a);
  if (type !== typeOf(b) || (type !== 'S' && type !== 'N' && type !== 'B')) return undefined;
  const [one, other] = [tokenOf(a), tokenOf(b)];
  return one === other ? 0 : one < other ? -1 : 1;
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
