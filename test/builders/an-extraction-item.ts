import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { storedItem, type StoredItem } from '#main/aws/dynamodb/reading.ts';

const { extraction } = catalogue;
const home = { system: extraction, tableKey: 'main', table: extraction.tables.main };

/** Returns an item as the reader gives it. The keys decide which entity it is. */
export function anExtractionItem(attributes: Attributes): StoredItem {
  return storedItem(home, attributes, 0);
}
