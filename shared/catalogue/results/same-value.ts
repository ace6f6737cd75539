import { canonicalExact, parseExact } from '../../domain/exact-number.ts';
import type { AttributeValue } from '../items/attribute-value.ts';

/**
 * A text that two values share when DynamoDB would call them equal: numbers by value, sets without
 * order, maps by name. Null where something in it is masked, for nobody here knows what that is.
 */
export function identityOf(value: AttributeValue): string | null {
  if ('MASKED' in value) return null;
  if ('N' in value) return `N ${number(value.N)}`;
  if ('NS' in value) return `NS ${JSON.stringify(value.NS.map(number).toSorted())}`;
  if ('SS' in value) return `SS ${JSON.stringify(value.SS.toSorted())}`;
  if ('BS' in value) return `BS ${JSON.stringify(value.BS.toSorted())}`;
  if ('L' in value) return together('L', value.L.map(identityOf));
  if ('M' in value) {
    const entries = Object.entries(value.M).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return together(
      'M',
      entries.map(([name, entry]) => {
        const identity = identityOf(entry);
        return identity === null ? null : JSON.stringify([name, identity]);
      }),
    );
  }
  return JSON.stringify(value);
}

function together(type: string, identities: readonly (string | null)[]): string | null {
  return identities.includes(null) ? null : `${type} ${JSON.stringify(identities)}`;
}

/** What is no number by DynamoDB's rules cannot come from it; it then equals only itself. */
function number(text: string): string {
  return parseExact(text) === null ? text : canonicalExact(text);
}
