import { printedAmount } from './printed-amount.ts';

/** What a document is about in money, the most telling first. */
const amountNames = ['total', 'claimed', 'refund', 'dutiableValue', 'amountDue', 'amount', 'subtotal'];

/**
 * The amount of a document, as its readers have it; null where it has none, or one that nobody can tell. `types` as in
 * its workflow's schema; without one a field is known by its name.
 */
export function documentAmount(
  fields: Readonly<Record<string, string | null>>,
  types: Readonly<Record<string, string>> | null,
): number | null {
  const amountIn = (name: string): number | null => {
    const value = Object.hasOwn(fields, name) ? fields[name] : null;
    return value === null || value === undefined ? null : printedAmount(value);
  };
  const isMoney = (name: string): boolean =>
    types === null || (Object.hasOwn(types, name) && types[name] === 'money');
  const named = amountNames.find(
    (name) => isMoney(name) && (types === null ? Object.hasOwn(fields, name) : true),
  );
  if (named !== undefined) return amountIn(named);
  const others = Object.keys(types ?? {})
    .filter(isMoney)
    .flatMap((name) => amountIn(name) ?? []);
  return others.length === 0 ? null : Math.max(...others);
}
