import { GetItemCommand, paginateQuery, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { requestHandler } from '#local/aws/request-handler.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';
import { aDocument, createDocumentsTable, putDocuments, tableName } from './documents-table.ts';
import { workerClients } from './worker-clients.ts';

const documents = 10_000;
const rounds = 5;

/** Measures the embedded DynamoDB through the SDK's own clients. */
async function measure(): Promise<Record<'puts' | 'queries' | 'gets' | 'floors', number[]>> {
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

    // Only the first round measures gets, because a console's process has one pocket AWS in its life and not
    // the remains of four others.
    if (round === 0) gets.push(...(await timesOfGets(dynamodb)));
    await close();
  }
  return { puts, queries, gets, floors: await timesOfGets(answeredAtOnce()) };
}

/** Makes one get at a time, once everything is warm. */
async function timesOfGets(dynamodb: DynamoDBClient): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < 3_000; call += 1) {
    const SK = { S: `DOCUMENT#${String(call).padStart(6, '0')}` };
    const Key = { PK: { S: 'TENANT#acme#BATCH#1' }, SK };
    const took = await timed(() => dynamodb.send(new GetItemCommand({ TableName: tableName, Key })));
    if (call >= 1_000) times.push(took);
  }
  return times;
}

/** Returns a client that answers at once, because no embedded AWS could be faster than the SDK alone. */
function answeredAtOnce(): DynamoDBClient {
  const body = JSON.stringify({ Item: aDocument(1) });
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return clientsOver(requestHandler(() => Promise.resolve({ status: 200, headers, body }))).dynamodb;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

process.stdout.write(JSON.stringify(await measure()));
