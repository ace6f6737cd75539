import { paginateQuery } from '@aws-sdk/client-dynamodb';
import { drivenClock } from '#local/world/clock.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { findBatch, parseDocument } from '#pipelines/extraction/read-items.ts';
import { toItem } from '#pipelines/plain-items.ts';
import { fakeReaders } from '#test/builders/fake-readers.ts';
import { runExtraction } from '#test/builders/run-extraction.ts';

export interface MeasuredBatch {
  readonly documents: number;
  /** This is the processor time of a document in milliseconds, from its submission to its end. */
  readonly perDocument: number;
  /** This is the most memory that the process has had, in megabytes. */
  readonly peakMb: number;
  /** These are the figures on the batch; the recount is made from its documents. They must agree. */
  readonly counts: Readonly<Record<string, number>>;
  readonly recount: Readonly<Record<string, number>>;
  readonly run: string | undefined;
}

const documents = Number(process.argv[2]);
const extraction = await runExtraction({
  clock: drivenClock(Date.UTC(2026, 0, 5, 8)),
  readers: fakeReaders({
    latencyMs: 1_000,
    files: { 'file-7.pdf': { fails: { at: 'textract', as: 'BadDocumentException' } } },
  }),
});
await extraction.plant();
const before = process.cpuUsage();
const files = Array.from({ length: documents }, (_, index) => `file-${index}.pdf`);
const { batch, documents: submitted } = await extraction.submit(files);
await extraction.upload(submitted);
let now = await readBatch();
while (now.runs?.[1] === undefined || now.runs[1] === 'RUNNING') {
  await extraction.aws.advance(120_000);
  now = await readBatch();
}
const { user, system } = process.cpuUsage(before);
const measured: MeasuredBatch = {
  documents,
  perDocument: (user + system) / 1_000 / documents,
  peakMb: process.resourceUsage().maxRSS / 1_000,
  counts: now.counts,
  recount: await recountDocuments(),
  run: now.runs[1],
};
extraction.aws.close();
process.stdout.write(JSON.stringify(measured));

async function readBatch() {
  const found = await findBatch(extraction.parts, batch.batchId);
  if (found === undefined) throw new Error(`There is no batch ${batch.batchId}`);
  return found;
}

async function recountDocuments(): Promise<Record<string, number>> {
  const { clients, parts } = extraction;
  const { PK, SK } = keyOf.document(batch.tenantId, batch.batchId, '');
  const counts = Object.fromEntries(Object.keys(now.counts).map((status) => [status, 0]));
  const pages = paginateQuery(
    { client: clients.dynamodb },
    {
      TableName: parts.names.extraction.table,
      KeyConditionExpression: 'PK = :partition AND begins_with(SK, :under)',
      ExpressionAttributeValues: toItem({ ':partition': PK, ':under': SK }),
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { status } of Items.map(parseDocument)) counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}
