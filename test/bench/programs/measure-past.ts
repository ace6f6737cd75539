import { openSandbox } from '#local/host/open-sandbox.ts';
import type { World } from '#local/world/world.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';

const { table } = namesByConvention('sandbox').extraction;
const failedOnes = { ':status': { S: 'TENANT#northwind#STATUS#FAILED' } };

/** Opens the sandbox of a folder, and then changes it if changes are asked for. */
async function measure(
  folder: string,
  changes: number,
): Promise<{ ready: number; ms: number; megabytes: number }> {
  const began = performance.now();
  const { aws, close } = await openSandbox({ folder });
  const ready = performance.now() - began;
  const batches = (await aws.world.call('dynamodb', 'Query', {
    TableName: table,
    IndexName: 'GSI2',
    KeyConditionExpression: 'GSI2PK = :status',
    ExpressionAttributeValues: failedOnes,
  })) as { Count: number };
  const ms = performance.now() - began;
  if (batches.Count === 0) throw new Error('There is no past');
  const megabytes = process.memoryUsage().rss / 2 ** 20;
  await change(aws.world, changes);
  close();
  return { ready, ms, megabytes };
}

/**
 * Changes the world as work does. For each document that changes as a whole there are three small new items.
 */
async function change(world: World, changes: number): Promise<void> {
  const { Items: documents } = (await world.call('dynamodb', 'Query', {
    TableName: table,
    KeyConditionExpression: 'PK = :pk AND begins_with(SK, :document)',
    ExpressionAttributeValues: {
      ':pk': { S: 'TENANT#northwind#BATCH#batch-01M7SJ8EE04C' },
      ':document': { S: 'DOCUMENT#' },
    },
  })) as { Items: { PK: { S: string }; SK: { S: string } }[] };
  for (let number = 0; number < changes; number += 1) {
    const document = documents[number % documents.length];
    if (!document) throw new Error('The batch of the examples has no documents');
    const { PK, SK } = document;
    const event = {
      PK: { S: `${PK.S}#${SK.S}` },
      SK: { S: `EVENT#${number}` },
      what: { S: 'processed' },
      status: SK,
    };
    await world.call('dynamodb', 'PutItem', { TableName: table, Item: number % 4 === 0 ? document : event });
    world.store.flush();
  }
}

const [, , folder = '', changes = '0'] = process.argv;
process.stdout.write(JSON.stringify(await measure(folder, Number(changes))));
process.exit();
