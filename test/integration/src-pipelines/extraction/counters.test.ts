import { RedriveExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BatchItem, DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { buildExecutionArn } from '#pipelines/extraction/state-machine.ts';
import type { Submission } from '#pipelines/extraction/submit-batch.ts';
import { deriveBatchStatus } from '#shared/domain/statuses.ts';
import { anExtraction, recounted, type Extraction } from '#test/builders/an-extraction.ts';
import { fakeReaders, type FakeFile } from '#test/builders/fake-readers.ts';

/** All operations run in one world, which keeps the results of each. */
const operations = 1_000;
const checkedEvery = 20;
const mostBatches = 8;
const mostTogether = 3;

describe('the counts of a batch', () => {
  it(
    'are what a recount gives, whatever has happened to its documents',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(operation, { minLength: operations, maxLength: operations, size: 'max' }),
          async (all) => {
            const world = await aWorld();
            const { extraction } = world;
            for (let from = 0; from < all.length; from += checkedEvery) {
              await inTurn(world, all.slice(from, from + checkedEvery));
              await expectRecounts(world);
            }
            await extraction.advance(600);
            for (const { counts, runs } of await expectRecounts(world)) {
              expect(Object.values(runs)).not.toContain('RUNNING');
              expect(counts.PROCESSING).toBe(0);
            }
            extraction.aws.close();
          },
        ),
        { numRuns: 1, seed: 5, endOnFailure: true },
      );
    },
    180_000, // This runs a thousand operations with several transactions each.
  );
});

interface World {
  readonly extraction: Extraction;
  readonly submissions: Submission[];
  /** These are the documents as a person saw them some operations ago. */
  seen: readonly DocumentItem[];
}
type Operation = (world: World) => Promise<unknown>;

const files: Readonly<Record<string, FakeFile>> = {
  'fine.pdf': {},
  'unsure.pdf': { score: 0.7 },
  'faint.pdf': { score: 0.3 },
  'corrupt.pdf': { fails: { at: 'textract', as: 'BadDocumentException' } },
  'throttled.pdf': { fails: { at: 'gap-fill', as: 'ThrottlingException', untilRun: 1 } },
};

async function aWorld(): Promise<World> {
  const extraction = await anExtraction({ documents: 1, readers: fakeReaders({ latencyMs: 1_000, files }) });
  const { batch, documents } = extraction;
  return { extraction, submissions: [{ batch, documents }], seen: documents };
}

const moreUnsure = Array.from({ length: 6 }, () => 'unsure.pdf');

const which = fc.nat();
const fileNames = fc.array(fc.constantFrom(...Object.keys(files), ...moreUnsure), {
  minLength: 3,
  maxLength: 6,
});

const submission = fileNames.map((names): Operation => async ({ extraction, submissions }) => {
  if (submissions.length < mostBatches) submissions.push(await extraction.submit(names));
});

/** Files that were uploaded before may be uploaded again. */
const upload = fc.tuple(which, fc.nat({ max: 2 })).map(([n, more]): Operation => async (world) => {
  const { documents } = pick(world.submissions, n);
  await world.extraction.upload([...documents, ...documents.slice(0, more)]);
});

const time = fc.constantFrom(0, 400, 1_000, 1_700, 3_000).map(
  (ms): Operation =>
    ({ extraction }) =>
      extraction.advance(ms / 1_000),
);

const ofDocument = fc
  .tuple(
    which,
    fc.constantFrom(
      { call: 'claim' },
      { call: 'release' },
      { call: 'review', body: { decision: 'approve' } },
      { call: 'review', body: { decision: 'approve', corrections: [{ field: 'total', value: '1.00' }] } },
      { call: 'review', body: { decision: 'reject', reason: 'Not an invoice' } },
      { call: 'undo-review' },
    ),
  )
  .map(([n, { call, body }]): Operation => async ({ extraction, seen }) => {
    const wanted = call === 'undo-review' ? (one: DocumentItem) => one.undo : isInReview;
    const { tenantId, batchId, documentId, version } = pick(preferred(seen, wanted), n);
    const path = `/documents/${tenantId}/${batchId}/${documentId}/${call}`;
    await extraction.ask({ path, version, persona: 'reviewer', ...(body && { body }) });
  });

const reprocess = fc.tuple(which, which).map(([n, m]): Operation => async ({ extraction, seen }) => {
  const { batchId } = pick(seen, n);
  const ofBatch = seen.filter((one) => one.batchId === batchId);
  const documentIds = [pick(ofBatch, m).documentId, pick(ofBatch, n).documentId];
  await extraction.ask({ path: `/batches/${batchId}/reprocess`, body: { documentIds }, persona: 'support' });
});

/** An execution cannot be stopped or redriven at every moment. */
const execution = fc.tuple(which, fc.boolean()).map(([n, isStopped]): Operation => async (world) => {
  const { parts, clients } = world.extraction;
  const wanted = isStopped ? isInWork : isInterrupted;
  const { batchId, run } = pick(preferred(world.seen, wanted), n);
  const executionArn = buildExecutionArn(parts, batchId, run);
  const asked = isStopped
    ? clients.sfn.send(new StopExecutionCommand({ executionArn }))
    : clients.sfn.send(new RedriveExecutionCommand({ executionArn }));
  await asked.catch(() => undefined);
});

const single = fc.oneof(
  { weight: 3, arbitrary: submission },
  { weight: 6, arbitrary: upload },
  { weight: 25, arbitrary: time },
  { weight: 38, arbitrary: ofDocument },
  { weight: 3, arbitrary: reprocess },
  { weight: 15, arbitrary: execution },
);
const operation = fc.record({ run: single, isWithNext: fc.boolean() });

/** Runs the operations one after the other, except those that run together with the next. */
async function inTurn(
  world: World,
  all: readonly { readonly run: Operation; readonly isWithNext: boolean }[],
): Promise<void> {
  let together: Promise<unknown>[] = [];
  for (const { run, isWithNext } of all) {
    together.push(run(world));
    if (isWithNext && together.length < mostTogether) continue;
    await Promise.all(together);
    together = [];
  }
  await Promise.all(together);
}

async function expectRecounts(world: World): Promise<BatchItem[]> {
  const seen: DocumentItem[] = [];
  const batches: BatchItem[] = [];
  for (const { batch: submitted } of world.submissions) {
    const batch = await world.extraction.batchNow(submitted.batchId);
    const documents = await world.extraction.documentsNow(batch);
    expect(batch.counts).toEqual(recounted(documents));
    const runs = Object.values(batch.runs);
    expect(batch.status).toBe(deriveBatchStatus({ counts: batch.counts, runs }));
    expect(batch.received).toBe(documents.filter(({ receivedAt }) => receivedAt !== undefined).length);
    seen.push(...documents);
    batches.push(batch);
  }
  world.seen = seen;
  return batches;
}

function isInReview({ status }: DocumentItem): boolean {
  return status === 'REVIEW_REQUIRED';
}

function isInWork({ status }: DocumentItem): boolean {
  return status === 'PROCESSING';
}

function isInterrupted({ error }: DocumentItem): boolean {
  return error?.code.startsWith('Execution') ?? false;
}

function preferred(
  documents: readonly DocumentItem[],
  isWanted: (document: DocumentItem) => unknown,
): readonly DocumentItem[] {
  const wanted = documents.filter(isWanted);
  return wanted.length > 0 ? wanted : documents;
}

function pick<T>(from: readonly T[], n: number): T {
  const one = from[n % from.length];
  if (one === undefined) throw new Error('There is nothing to pick from');
  return one;
}
