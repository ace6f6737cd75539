import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';

/** Whether two items hold the same; neither attributes nor members of sets have an order. */
export function sameAttributes(one: Attributes, other: Attributes): boolean {
  return written(one) === written(other);
}

function written(attributes: Attributes): string {
  const entries = Object.entries(attributes).map(
    ([name, value]) => `${JSON.stringify(name)}:${writtenValue(value)}`,
  );
  return `{${entries.toSorted().join()}}`;
}

function writtenValue(value: AttributeValue): string {
  if ('M' in value) return `M${written(value.M)}`;
  if ('L' in value) return `L[${value.L.map(writtenValue).join()}]`;
  for (const set of ['SS', 'NS', 'BS'] as const) {
    const members = (value as Partial<Record<typeof set, readonly string[]>>)[set];
    if (members !== undefined) return `${set}${JSON.stringify(members.toSorted())}`;
  }
  return JSON.stringify(value);
}
