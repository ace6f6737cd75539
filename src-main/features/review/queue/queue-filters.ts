import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { QueueInput } from '#shared/contract/review/queue.ts';
import { documentAmount } from '#shared/domain/review/document-amount.ts';
import type { StoredItem } from '../../../aws/reading.ts';
import type { SchemaTypes } from '../../judged/schema-types.ts';
import type { WaitingDocument } from './waiting-document.ts';

type Verdict = 'wanted' | 'not wanted' | 'unclear';

const minute = 60_000;

/** What began to wait later is too young. */
export function latestWanted({ olderThanMinutes }: QueueInput, begunAt: number): number {
  return olderThanMinutes === undefined ? Number.POSITIVE_INFINITY : begunAt - olderThanMinutes * minute;
}

export function asksForAmounts({ amountFrom, amountTo }: QueueInput): boolean {
  return amountFrom !== undefined || amountTo !== undefined;
}

/** Its values are looked at here and go no further. */
export function isWanted(
  input: QueueInput,
  item: StoredItem,
  { row, isElsewhere }: WaitingDocument,
  types: SchemaTypes | null,
): Verdict {
  const { reasons, amountFrom = 0, amountTo = Number.POSITIVE_INFINITY } = input;
  const asksForReasons = reasons !== undefined && reasons.length > 0;
  if (isElsewhere && (asksForReasons || asksForAmounts(input))) return 'unclear';
  if (asksForReasons && !row.reasons.some((one) => reasons.includes(one))) return 'not wanted';
  if (!asksForAmounts(input)) return 'wanted';
  const amount = documentAmount(valuesOf(item), types);
  if (amount === null) return 'unclear';
  return amount >= amountFrom && amount <= amountTo ? 'wanted' : 'not wanted';
}

function valuesOf({ attributes }: StoredItem): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(mapOf(findDeclared(attributes, 'fields'))).map(([name, field]) => [
      name,
      keyText(mapOf(field), 'value') ?? null,
    ]),
  );
}

function mapOf(value: AttributeValue | undefined): Attributes {
  return value !== undefined && 'M' in value ? value.M : {};
}
