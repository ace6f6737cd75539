import { pocketAws } from '#local/aws/pocket-aws.ts';
import type { PocketAws } from '#local/aws/pocket-aws.ts';
import { plantSamples } from '#local/samples/plant-samples.ts';
import { tableNames } from '#main/aws/table-names.ts';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { KeySchema, SystemDeclaration, TableDeclaration } from '#shared/catalogue/declaration.ts';
import { sampleAttributes } from '#shared/catalogue/items/sample-attributes.ts';

/** Creates a system's tables with its samples and fills each up to `size` items in other partitions. */
export async function grownWorld(system: SystemDeclaration, size: number): Promise<PocketAws> {
  const aws = pocketAws();
  await plantSamples(aws.world, [system]);
  const names = tableNames(system, 'sandbox');
  for (const [key, table] of Object.entries(system.tables)) {
    const name = names[key] ?? key;
    const samples = (system.samples?.[key] ?? []).map((sample) => sampleAttributes(system, key, sample));
    const models = samples.length > 0 ? samples : [nothingButKeys(table)];
    for (let start = samples.length; start < size; start += 25) {
      const count = Math.min(25, size - start);
      const requests = Array.from({ length: count }, (_one, index) => {
        const number = start + index;
        const Item = filler(table, models[number % models.length] ?? {}, number);
        return { PutRequest: { Item } };
      });
      await aws.world.call('dynamodb', 'BatchWriteItem', { RequestItems: { [name]: requests } });
    }
  }
  return aws;
}

/** Returns an item in the same indexes as the sample, but in other partitions of some 20 items. */
function filler(table: TableDeclaration, model: Attributes, number: number): Attributes {
  const keys = new Map<string, AttributeValue>();
  for (const schema of [table, ...Object.values(table.indexes ?? {})]) {
    const partition = schema.sort === undefined ? number : Math.floor(number / 20);
    move(keys, model, schema.partition.name, partition);
    if (schema.sort !== undefined) move(keys, model, schema.sort.name, number);
  }
  return { ...model, ...Object.fromEntries(keys) };
}

/** An attribute may be the key of several indexes, so the value set for the table's own key stays. */
function move(keys: Map<string, AttributeValue>, model: Attributes, name: string, by: number): void {
  const value = model[name];
  if (value === undefined || keys.has(name)) return;
  if ('S' in value) keys.set(name, { S: `${value.S}~${by}` });
  if ('N' in value) keys.set(name, { N: String(BigInt(value.N) + BigInt(by + 1)) });
}

function nothingButKeys(table: TableDeclaration): Attributes {
  const keyOf = ({ partition, sort }: KeySchema): KeySchema['partition'][] =>
    sort === undefined ? [partition] : [partition, sort];
  return Object.fromEntries(
    [table, ...Object.values(table.indexes ?? {})]
      .flatMap(keyOf)
      .map(({ name, type }) => [name, type === 'N' ? { N: '1' } : { S: 'filler' }]),
  );
}
