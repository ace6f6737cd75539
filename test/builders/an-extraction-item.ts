import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { storedItem, type StoredItem } from '#main/aws/dynamodb/reading.ts';

const { extraction } = catalogue;
const home = { system: extraction, tableKey: 'main', table: extraction.tables.main };

/** An item as the reader gives it: what it is, is told by its keys. */
export function anExtractionItem(attributes: Attributes): StoredItem {
  return storedItem(home, attributes, 0);
}
