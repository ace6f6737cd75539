import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { KeySchema, SystemDeclaration, TableDeclaration } from '#shared/catalogue/declaration.ts';
import { sampleAttributes } from '#shared/catalogue/sample-attributes.ts';
import type { World } from '../world/world.ts';

/** The stage that the sandbox's tables are named for. */
const stage = 'sandbox';

/**
 * Every table of the catalogue with its samples, where they are not there yet. Time to live stays off: the samples'
 * times are fixed, and one of them has to be seen after its time.
 */
export async function plantSamples(
  world: World,
  systems: readonly SystemDeclaration[] = Object.values(catalogue),
): Promise<void> {
  for (const system of systems) {
    for (const [key, table] of Object.entries(system.tables)) {
      const name = table.name.replaceAll('{stage}', stage);
      if (world.store.collection(plantedTables).get(name) === true) continue;
      await unlessThere(world.call('dynamodb', 'CreateTable', { TableName: name, ...creation(table) }));
      for (const sample of system.samples?.[key] ?? []) {
        await world.call('dynamodb', 'PutItem', {
          TableName: name,
          Item: sampleAttributes(system, key, sample),
        });
      }
      world.store.collection(plantedTables).set(name, true);
    }
  }
  // On a full disk nothing opens, and says why; else each read would fail later without a reason.
  world.store.flush();
}

const plantedTables = 'samples/planted';

/** Whoever was killed half-way begins again; the same items are put once more. */
async function unlessThere(creating: Promise<unknown>): Promise<void> {
  try {
    await creating;
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ResourceInUseException')) throw error;
  }
}

function creation(table: TableDeclaration): object {
  const indexes = Object.entries(table.indexes ?? {});
  const attributes = new Map(
    [table, ...indexes.map(([, index]) => index)].flatMap(({ partition, sort }) =>
      [partition, ...(sort === undefined ? [] : [sort])].map(({ name, type }) => [name, type] as const),
    ),
  );
  return {
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...attributes].map(([AttributeName, AttributeType]) => ({
      AttributeName,
      AttributeType,
    })),
    KeySchema: keySchema(table),
    ...(indexes.length === 0
      ? {}
      : {
          GlobalSecondaryIndexes: indexes.map(([IndexName, index]) => ({
            IndexName,
            KeySchema: keySchema(index),
            Projection:
              typeof index.projection === 'string'
                ? { ProjectionType: index.projection }
                : { ProjectionType: 'INCLUDE', NonKeyAttributes: index.projection },
          })),
        }),
  };
}

function keySchema({ partition, sort }: KeySchema): object[] {
  return [
    { AttributeName: partition.name, KeyType: 'HASH' },
    ...(sort === undefined ? [] : [{ AttributeName: sort.name, KeyType: 'RANGE' }]),
  ];
}
