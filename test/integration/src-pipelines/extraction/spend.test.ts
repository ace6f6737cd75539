import { RedriveExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PipelineParts } from '#pipelines/parts.ts';
import type { BatchItem, DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { keepSpend } from '#pipelines/extraction/keep-spend.ts';
import { setRun } from '#pipelines/extraction/runs.ts';
import { buildExecutionArn } from '#pipelines/extraction/state-machine.ts';
import type { Submission } from '#pipelines/extraction/submit-batch.ts';
import { countWithin, durationEdges, readDurations } from '#shared/domain/batch-durations.ts';
import { readFigures } from '#shared/pricing/run-spend.ts';
import { anExtraction, type Extraction } from '#test/builders/an-extraction.ts';
import { crowdedClients } from '#test/builders/clients-around.ts';
import { fakeReaders, type FakeFile } from '#test/builders/fake-readers.ts';
import { clientsThatDie } from '../api/clients-that-die.ts';
import { expectSums, listItems, readUsage } from './read-sums.ts';

const operations = process.env['SLUICE_RUNS'] === 'long' ? 600 : 200;
const mostBatches = 6;
const seeds = process.env['SLUICE_RUNS'] === 'long' ? [1, 2, 3, 4, 5, 6] : [1];

describe('the spend that is kept', () => {
  it.each(seeds)(
    'is what a recount finds, after kills, repeats, late and simultaneous calls, redrives and reprocesses (%i)',
    async (seed) => {
      const all = fc.sample(operation, { numRuns: operations, seed });
      const world = await aWorld();
      for (const [at, run] of all.entries()) {
        await run(world);
        await observe(world);
        if (at % 40 === 39) await expectSums(world);
      }
      await world.extraction.advance(900);
      await observe(world);
      for (const batch of await listBatches(world)) await keepSpend(world.extraction.parts, batch);
      await expectSums(world);
      await expectRecount(world);
      await expectDurations(world);
      world.extraction.aws.close();
    },
    240_000,
  );

  it('adds nothing when it is called again, and writes nothing', async () => {
    const extraction = await anExtraction({ documents: 3 });
    await extraction.advance(120);
    const batch = await extraction.batchNow();
    await keepSpend(extraction.parts, batch);
    const before = await listItems(extraction);
    await Promise.all([1, 2, 3].map(() => keepSpend(extraction.parts, batch)));
    expect(await listItems(extraction)).toEqual(before);
    expect(
      readFigures(readUsage(before.get(`SPEND|DAY#${batch.runEnds?.[1]?.firstAt.slice(0, 10)}`))),
    ).toMatchObject({
      runs: 1,
      repeated: 0,
      usage: { documents: 3, processed: 3, stages: 9, textract: { documents: 3, pages: 3, unknown: 0 } },
    });
  });

  it('is summed again when a document ends after its run has', async () => {
    const readers = fakeReaders({ latencyMs: 5_000 });
    const extraction = await anExtraction({ documents: 2, isKept: false, readers });
    await extraction.advance(14);
    const { parts } = extraction;
    await setRun(parts, await extraction.batchNow(), 1, 'ABORTED');
    await keepSpend(parts, await extraction.batchNow());
    const pages = async (): Promise<number> => {
      const { tenantId, batchId } = extraction.batch;
      const item = (await listItems(extraction)).get(`TENANT#${tenantId}#BATCH#${batchId}|SPEND#1`);
      return readFigures(readUsage(item)).usage.textract.pages;
    };
    expect(await pages()).toBe(0);
    await extraction.advance(10);
    expect((await extraction.batchNow()).counts.SUCCEEDED).toBe(2);
    await keepSpend(parts, await extraction.batchNow());
    expect(await pages()).toBe(2);
    await expectSums({ extraction, submissions: [extraction] });
  });

  it('is kept by the consumer of the table’s stream a few seconds after a run has ended', async () => {
    const extraction = await anExtraction({ documents: 3 });
    await extraction.advance(120);
    const batch = await extraction.batchNow();
    const items = await listItems(extraction);
    await keepSpend(extraction.parts, batch);
    expect(await listItems(extraction)).toEqual(items);
    expect(readUsage(items.get(`SPEND|DAY#${batch.runEnds?.[1]?.firstAt.slice(0, 10)}`))).toMatchObject({
      runs: 1,
      documents: 3,
      pages: 3,
      tenants: 1,
    });
  });

  it('takes 9 write units for a run, and one read unit where nothing has changed', async () => {
    const extraction = await anExtraction({ documents: 3, isKept: false });
    await extraction.advance(120);
    const batch = await extraction.batchNow();
    const units = await countUnits(extraction, (parts) => keepSpend(parts, batch));
    expect(units.TransactWriteItemsCommand).toBe(9);
    // Three items that are not there, no sum of a run, and three small documents.
    expect(units.GetItemCommand).toBe(3);
    expect(units.QueryCommand).toBeLessThanOrEqual(4);
    expect(await countUnits(extraction, (parts) => keepSpend(parts, batch))).toEqual({ QueryCommand: 1 });
  });

  it('keeps what the first run consumed when a second has begun before the first was summed', async () => {
    const extraction = await anExtraction({ documents: 3, isKept: false });
    await extraction.advance(120);
    const [{ documentId }] = (await extraction.documentsNow()) as [DocumentItem];
    await extraction.ask({
      path: `/batches/${extraction.batch.batchId}/reprocess`,
      body: { documentIds: [documentId] },
      persona: 'support',
    });
    await extraction.advance(120);
    await keepSpend(extraction.parts, await extraction.batchNow());
    const items = await listItems(extraction);
    const { tenantId, batchId } = extraction.batch;
    const run = (number: number): ReturnType<typeof readFigures> =>
      readFigures(readUsage(items.get(`TENANT#${tenantId}#BATCH#${batchId}|SPEND#${number}`)));
    expect(run(1)).toMatchObject({ repeated: 0, usage: { documents: 3, textract: { pages: 3 } } });
    expect(run(2)).toMatchObject({
      repeated: 1,
      usage: { documents: 0, processed: 1, textract: { pages: 1 } },
    });
  });
});

interface World {
  readonly extraction: Extraction;
  readonly submissions: Submission[];
  /** Batches as they were read at some time. A caller may come with any of them, in any order. */
  readonly read: BatchItem[];
  /** The last usage that each document showed in each run. */
  readonly ledger: Map<string, Map<number, DocumentItem['usage']>>;
  documents: readonly DocumentItem[];
}
type Operation = (world: World) => Promise<unknown>;

const files: Readonly<Record<string, FakeFile>> = {
  'fine.pdf': {},
  'unsure.pdf': { score: 0.7 },
  'corrupt.pdf': { fails: { at: 'textract', as: 'BadDocumentException' } },
  'throttled.pdf': { fails: { at: 'gap-fill', as: 'ThrottlingException', untilRun: 1 } },
};

async function aWorld(): Promise<World> {
  const extraction = await anExtraction({
    documents: 2,
    readers: fakeReaders({ latencyMs: 1_000, files }),
    isKept: false,
  });
  const { batch, documents } = extraction;
  return { extraction, submissions: [{ batch, documents }], read: [], ledger: new Map(), documents };
}

const which = fc.nat();

const submission = fc
  .tuple(
    fc.array(fc.constantFrom(...Object.keys(files)), { minLength: 2, maxLength: 5 }),
    fc.constantFrom('northwind', 'alder-finch'),
  )
  .map(([names, tenantId]): Operation => async ({ extraction, submissions }) => {
    if (submissions.length >= mostBatches) return;
    await extraction.plant({ tenantId });
    const submitted = await extraction.submit(names);
    submissions.push(submitted);
    await extraction.upload(submitted.documents);
  });

const time = fc.constantFrom(0.4, 1, 3, 10, 60, 50_000).map(
  (seconds): Operation =>
    ({ extraction }) =>
      extraction.advance(seconds),
);

const reprocess = which.map((n): Operation => async ({ extraction, documents }) => {
  const { batchId, documentId } = pick(documents, n);
  const body = { documentIds: [documentId] };
  await extraction.ask({ path: `/batches/${batchId}/reprocess`, body });
});

const execution = fc.tuple(which, fc.boolean()).map(([n, isStopped]): Operation => async (world) => {
  const { parts, clients } = world.extraction;
  const wanted = isStopped
    ? ({ status }: DocumentItem) => status === 'PROCESSING'
    : ({ error }: DocumentItem) => error?.code.startsWith('Execution') ?? false;
  const found = world.documents.filter(wanted);
  if (found.length === 0) return;
  const { batchId, run } = pick(found, n);
  const executionArn = buildExecutionArn(parts, batchId, run);
  const asked = isStopped
    ? clients.sfn.send(new StopExecutionCommand({ executionArn }))
    : clients.sfn.send(new RedriveExecutionCommand({ executionArn }));
  await asked.catch(() => undefined);
});

/** Called with the newest state and with older ones at once, by callers that may be killed at any of their calls. */
const keeping = fc
  .array(fc.record({ n: which, isNew: fc.boolean(), diesAt: fc.option(fc.integer({ min: 1, max: 9 })) }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((callers): Operation => async (world) => {
    const { extraction, read, submissions } = world;
    const { parts } = extraction;
    await Promise.all(
      callers.map(async ({ n, isNew, diesAt }) => {
        const now = await extraction.batchNow(pick(submissions, n).batch.batchId);
        const batch = isNew || read.length === 0 ? now : pick(read, n);
        read.push(now);
        const crowded = crowdedClients(parts.clients, String(n));
        const clients = diesAt === null ? crowded : clientsThatDie(crowded, diesAt).clients;
        const called = keepSpend({ ...parts, clients }, batch);
        await (diesAt === null ? called : called.catch(() => undefined));
      }),
    );
  });

const operation = fc.oneof(
  { weight: 4, arbitrary: submission },
  { weight: 30, arbitrary: time },
  { weight: 12, arbitrary: reprocess },
  { weight: 12, arbitrary: execution },
  { weight: 30, arbitrary: keeping },
);

async function listBatches({ extraction, submissions }: World): Promise<BatchItem[]> {
  return Promise.all(submissions.map(({ batch }) => extraction.batchNow(batch.batchId)));
}

async function observe(world: World): Promise<void> {
  const seen: DocumentItem[] = [];
  for (const { batch } of world.submissions) seen.push(...(await world.extraction.documentsNow(batch)));
  world.documents = seen;
  for (const { tenantId, batchId, documentId, run, usage } of seen) {
    const key = `${tenantId}/${batchId}/${documentId}`;
    const runs = world.ledger.get(key) ?? new Map<number, DocumentItem['usage']>();
    if (usage !== undefined) runs.set(run, usage);
    else if (!runs.has(run)) runs.set(run, undefined);
    world.ledger.set(key, runs);
  }
}

/** The runs that have ended hold what their documents showed, counted here in another way. */
async function expectRecount(world: World): Promise<void> {
  const items = await listItems(world.extraction, world.submissions);
  let counted = 0;
  for (const { tenantId, batchId, runs, runEnds = {} } of await listBatches(world)) {
    expect(Object.keys(runEnds)).toEqual(Object.keys(runs));
    const ledgers = [...world.ledger].filter(([key]) => key.startsWith(`${tenantId}/${batchId}/`));
    for (const run of Object.keys(runs)) {
      const usages = ledgers.flatMap(([, of]) => of.get(Number(run)) ?? []);
      const kept = items.get(`TENANT#${tenantId}#BATCH#${batchId}|SPEND#${run}`);
      const { usage, repeated } = readFigures(readUsage(kept));
      const of = (count: (usage: NonNullable<DocumentItem['usage']>) => number): number =>
        usages.reduce((sum, one) => sum + count(one), 0);
      expect({
        documents: usage.documents + repeated,
        pages: usage.textract.pages,
        verified: usage.models.find(({ stage }) => stage === 'verify')?.inputTokens ?? 0,
        filled: usage.models.find(({ stage }) => stage === 'gapFill')?.outputTokens ?? 0,
      }).toEqual({
        documents: ledgers.filter(([, each]) => each.has(Number(run))).length,
        pages: of(({ textract }) => textract?.pages ?? 0),
        verified: of(({ verify }) => verify?.inputTokens ?? 0),
        filled: of(({ gapFill }) => gapFill?.outputTokens ?? 0),
      });
      counted += 1;
    }
  }
  expect(counted).toBeGreaterThan(world.submissions.length);
}

/** The counts of durations by workflow and day are those of the listed batches, counted here one by one. */
async function expectDurations(world: World): Promise<void> {
  const items = await listItems(world.extraction, world.submissions);
  const batches = await listBatches(world);
  const rows = [...items].filter(([key]) => key.includes('#WORKFLOW#'));
  expect(rows.length).toBeGreaterThan(1);
  let [counted, failed] = [0, 0];
  for (const [key, item] of rows) {
    const listed = batches.flatMap(({ tenantId, projectId, workflowId, createdAt, runEnds }) => {
      const end = runEnds?.[1];
      const day = end?.firstAt.slice(0, 10);
      const row = `TENANT#${tenantId}#SPEND|BY#${day}#WORKFLOW#${projectId}#${workflowId}`;
      if (end === undefined || row !== key) return [];
      const isFine = end.firstStatus === 'SUCCEEDED' || end.firstStatus === 'REVIEW_REQUIRED';
      return [{ isFine, ms: Date.parse(end.firstAt) - Date.parse(createdAt) }];
    });
    const durations = readDurations(readUsage(item));
    expect(durations).toMatchObject({
      batches: listed.length,
      failed: listed.filter(({ isFine }) => !isFine).length,
      uncounted: 0,
    });
    for (const edge of durationEdges) {
      const within = listed.filter(({ isFine, ms }) => isFine && ms <= edge * 60_000);
      expect(countWithin(durations, edge)).toBe(within.length);
    }
    counted += listed.length;
    failed += durations.failed;
  }
  expect(counted).toBe(batches.length);
  expect(failed).toBeGreaterThan(0);
}

/** Returns the capacity units that the calls consumed, by command. */
async function countUnits(
  { parts }: Extraction,
  call: (parts: PipelineParts) => Promise<void>,
): Promise<Record<string, number>> {
  const units: Record<string, number> = {};
  const { dynamodb } = parts.clients;
  const counting = new Proxy(dynamodb, {
    get(target, name, self) {
      if (name !== 'send') return Reflect.get(target, name, self) as unknown;
      return async (command: { input: object }) => {
        Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
        const answer = await (target as unknown as Sender).send(command);
        const used = [answer.ConsumedCapacity ?? []].flat();
        const sum = used.reduce((total, one) => total + (one.CapacityUnits ?? 0), 0);
        units[command.constructor.name] = (units[command.constructor.name] ?? 0) + sum;
        return answer;
      };
    },
  });
  await call({ ...parts, clients: { ...parts.clients, dynamodb: counting } });
  return units;
}

interface Sender {
  send(command: object): Promise<{ ConsumedCapacity?: Capacity | Capacity[] }>;
}
interface Capacity {
  readonly CapacityUnits?: number;
}

function pick<T>(from: readonly T[], n: number): T {
  const one = from[n % from.length];
  if (one === undefined) throw new Error('There is nothing to pick from');
  return one;
}
