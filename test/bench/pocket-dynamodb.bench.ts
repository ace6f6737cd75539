import { GetItemCommand, paginateQuery } from '@aws-sdk/client-dynamodb';
import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';
import { createDocumentsTable, putDocuments, tableName } from './documents-table.ts';
import { workerClients } from './worker-clients.ts';

const documents = 10_000;
const rounds = 5;

/** What the SDK's own clients see of the embedded DynamoDB. */
export const bench: Bench = async () => {
  const puts: number[] = [];
  const queries: number[] = [];
  const gets: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { dynamodb, close } = await workerClients();
    await createDocumentsTable(dynamodb);
    puts.push(await timed(() => putDocuments(dynamodb, documents)));

    let found = 0;
    let pages = 0;
    const query = async (): Promise<void> => {
      const partition = {
        TableName: tableName,
        KeyConditionExpression: 'PK = :batch',
        ExpressionAttributeValues: { ':batch': { S: 'TENANT#acme#BATCH#1' } },
      };
      for await (const page of paginateQuery({ client: dynamodb }, partition)) {
        found += page.Items?.length ?? 0;
        pages += 1;
      }
    };
    queries.push(await timed(query));
    if (found !== documents || pages < 9) throw new Error(`${found} documents came in ${pages} pages`);

    for (let call = 0; call < 1_000; call += 1) {
      const took = await timed(() =>
        dynamodb.send(
          new GetItemCommand({
            TableName: tableName,
            Key: { PK: { S: 'TENANT#acme#BATCH#1' }, SK: { S: `DOCUMENT#${String(call).padStart(6, '0')}` } },
          }),
        ),
      );
      if (call >= 500) gets.push(took);
    }
    await close();
  }
  return [
    {
      name: 'pocket.dynamodb.puts',
      value: rounded(percentile(puts, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: rounds,
      note: '10,000 documents of 1 KB with 3 indexes, BatchWriteItem of 25, through the SDK, worker and journal',
      bar: 1_000,
    },
    {
      name: 'pocket.dynamodb.query',
      value: rounded(percentile(queries, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: rounds,
      note: '10,000 documents in 1 MB pages, through the SDK and the worker',
      bar: 250,
    },
    {
      name: 'pocket.call.overhead.p50',
      value: rounded(percentile(gets, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: gets.length,
      note: 'GetItem of 1 KB through the SDK and the worker, one at a time',
      bar: 0.5,
    },
  ];
};

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}
