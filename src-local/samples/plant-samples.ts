import { createHash } from 'node:crypto';
import { createTableRequest } from '#shared/catalogue/create-table-request.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { sampleAttributes } from '#shared/catalogue/items/sample-attributes.ts';
import type { World } from '../world/world.ts';

/** The sandbox's tables are named for this stage. */
const stage = 'sandbox';

/**
 * Creates every table of the systems with its samples. A table whose declaration has not changed since it was
 * planted is left alone; otherwise it is deleted and created again. Time to live stays off because the samples'
 * times are fixed, and one of them has to be visible after its time.
 */
export async function plantSamples(world: World, systems: readonly SystemDeclaration[]): Promise<void> {
  const planted = world.store.collection<string>('samples/planted');
  const seen = new Set<string>();
  for (const system of systems) {
    for (const [key, table] of Object.entries(system.tables)) {
      const name = table.name.replaceAll('{stage}', stage);
      // A team's file may name a table that exists already. It stays as its first owner declares it.
      if (seen.has(name)) continue;
      seen.add(name);
      const items = (system.samples?.[key] ?? []).map((sample) => sampleAttributes(system, key, sample));
      const creation = createTableRequest(name, table);
      const declared = digest({ ...creation, items });
      if (planted.get(name) === declared) continue;
      await deleteAndCreateTable(world, creation);
      for (const Item of items) await world.call('dynamodb', 'PutItem', { TableName: name, Item });
      planted.set(name, declared);
    }
  }
  // On a full disk the world does not open and says why; otherwise each read would fail later without a reason.
  world.store.flush();
}

/** Works even if an earlier run was stopped halfway. */
async function deleteAndCreateTable(world: World, creation: { readonly TableName: string }): Promise<void> {
  try {
    await world.call('dynamodb', 'DeleteTable', { TableName: creation.TableName });
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ResourceNotFoundException')) throw error;
  }
  await world.call('dynamodb', 'CreateTable', creation);
}

function digest(declared: object): string {
  return createHash('sha256').update(JSON.stringify(declared)).digest('hex');
}
