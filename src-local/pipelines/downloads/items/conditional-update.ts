import type { Update } from '@aws-sdk/client-dynamodb';
import { toAttribute, toItem, type PlainItem } from '../../plain-items.ts';

/** For UpdateItem, and for a transaction. */
export type ConditionalUpdate = Update & { readonly UpdateExpression: string };

/**
 * Sets what `changes` says and takes off what is undefined in it, on condition that the item is still as it was
 * `seen`. What this code does not know of an item stays as it is.
 */
export function conditionalUpdate(
  table: string,
  { key, seen, changes }: { readonly key: PlainItem; readonly seen: PlainItem; readonly changes: PlainItem },
): ConditionalUpdate {
  const names: Record<string, string> = {};
  const values: Record<string, PlainItem[string]> = {};
  const nameOf = (attribute: string): string => {
    names[`#${attribute}`] = attribute;
    return `#${attribute}`;
  };
  const equals = (attribute: string, as: string, value: PlainItem[string]): string => {
    values[as] = value;
    return `${nameOf(attribute)} = ${as}`;
  };

  const sets: string[] = [];
  const removals: string[] = [];
  for (const [attribute, value] of Object.entries(changes)) {
    if (toAttribute(value) === undefined) removals.push(nameOf(attribute));
    else sets.push(equals(attribute, `:${attribute}`, value));
  }
  const conditions = Object.entries(seen).map(([attribute, value]) =>
    value === undefined
      ? `attribute_not_exists(${nameOf(attribute)})`
      : equals(attribute, `:seen${attribute}`, value),
  );
  return {
    TableName: table,
    Key: toItem(key),
    UpdateExpression: [
      ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
      ...(removals.length > 0 ? [`REMOVE ${removals.join(', ')}`] : []),
    ].join(' '),
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: toItem(values),
  };
}
