import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connectionAccess } from '#main/aws/connection-access.ts';
import type { CatalogueReader, PageRead } from '#main/aws/dynamodb/reading.ts';
import { openConsole, type Console } from '#main/compose/open-console.ts';
import { embeddedAws } from '#main/start/embedded-aws.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { InputOf, OperationName, OutputOf } from '#shared/contract/contract.ts';
import type { Plan } from '#shared/contract/plans.ts';
import type { Receipt, Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';

const documents = 31;
const warmUp = 10;
const rounds = 60;
const tenantId = 'northwind';

export interface MeasuredPlans {
  /** These are the milliseconds of each plan through the gate. */
  readonly plans: readonly number[];
  readonly items: number;
  readonly goes: number;
  readonly receipt: Receipt | undefined;
  readonly calls: number;
  /**
   * These are the milliseconds to read the same documents in one call, one by one, and one by one in
   * parallel.
   */
  readonly together: readonly number[];
  readonly single: readonly number[];
  readonly beside: readonly number[];
  readonly rru: { readonly together: number; readonly single: number };
}

type Ask = <N extends OperationName>(operation: N, input: InputOf<N>) => Promise<Result<OutputOf<N>>>;

async function measure(home: string): Promise<MeasuredPlans> {
  const openSandbox = embeddedAws({
    home,
    workerFile: pathToFileURL(resolve('out/main/pocket-aws.js')),
    seed: undefined,
    say: () => undefined,
  });
  const opened = await openConsole({
    host: 'browser',
    home,
    connection: undefined,
    version: '0',
    openSandbox,
  });
  const ask = askThrough(opened);
  const { batch, documentIds } = await aGroup(ask);
  const { batchId, projectId } = batch;
  if (projectId === null) throw new Error('The batch does not say its project');
  const plan = await timed(() =>
    ask('plans.make', { target: { kind: 'reprocess', tenantId, projectId, batchId, documentIds } }),
  );
  await opened.close();

  const access = connectionAccess({
    file: { connections: [] },
    openSandbox,
    systems: Object.values(catalogue),
  });
  const reads = await measureReads(access.of(sandboxConnectionId).reader, batchId, documentIds);
  await access.close();
  const { value, receipt } = plan.last;
  return {
    plans: plan.times,
    items: value.items.length,
    goes: value.counts.go,
    calls: value.reads.calls,
    receipt,
    ...reads,
  };
}

/** The ways take turns, so that other load on the machine affects all of them. */
async function measureReads(
  reader: CatalogueReader,
  batchId: string,
  documentIds: readonly string[],
): Promise<Pick<MeasuredPlans, 'together' | 'single' | 'beside' | 'rru'>> {
  const keys = documentIds.map((documentId) => ({ tenantId, batchId, documentId }));
  const consistent = { consistent: true };
  const one = async (key: (typeof keys)[number]): Promise<number> =>
    readUnits(await reader.run('extraction.documentById', key, consistent));
  const ways = {
    together: async () => readUnits(await reader.run('extraction.documentsByKeys', keys, consistent)),
    single: async () => {
      let rru = 0;
      for (const key of keys) rru += await one(key);
      return rru;
    },
    beside: async () => (await Promise.all(keys.map(one))).reduce((sum, rru) => sum + rru, 0),
  };
  const times: Record<keyof typeof ways, number[]> = { together: [], single: [], beside: [] };
  const rru = { together: 0, single: 0, beside: 0 };
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const way of ['together', 'single', 'beside'] as const) {
      const started = performance.now();
      rru[way] = await ways[way]();
      if (round >= warmUp) times[way].push(performance.now() - started);
    }
  }
  return { ...times, rru };
}

async function timed(make: () => Promise<Result<Plan>>) {
  const times: number[] = [];
  let last = valueOf(await make());
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const started = performance.now();
    last = valueOf(await make());
    if (round >= warmUp) times.push(performance.now() - started);
  }
  return { times, last };
}

/** Returns failed documents of one batch. The sandbox's past decides which, depending on the hour. */
async function aGroup(ask: Ask): Promise<{ batch: Batch; documentIds: string[] }> {
  const { value } = valueOf(await ask('batches.byStatus', { tenantId, status: 'FAILED', pageSize: 100 }));
  const batch = value.rows.find(({ counts }) => (counts.FAILED ?? 0) >= documents);
  if (batch === undefined) throw new Error(`No batch has ${documents} failed documents`);
  const of = { tenantId, batchId: batch.batchId, status: 'FAILED', pageSize: documents } as const;
  const { rows } = valueOf(await ask('documents.byStatus', of)).value;
  return { batch, documentIds: rows.map(({ documentId }) => documentId) };
}

function askThrough({ gate }: Console): Ask {
  let keys = 0;
  return async <N extends OperationName>(operation: N, input: InputOf<N>) => {
    const caller = { trusted: true, host: 'browser', id: 'bench' } as const;
    keys += 1;
    const answer = await gate.call(caller, { operation, input, idempotencyKey: `bench-call-${keys}` });
    return answer as Result<OutputOf<N>>;
  };
}

function valueOf<T>(result: Result<T>): { value: T; receipt: Receipt | undefined } {
  if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result.failure)}`);
  return { value: result.value, receipt: result.receipt };
}

function readUnits(read: Result<PageRead>): number {
  return valueOf(read).value.receipt.rru;
}

const home = mkdtempSync(join(tmpdir(), 'bench-plans-'));
process.stdout.write(JSON.stringify(await measure(home)));
rmSync(home, { recursive: true, force: true });
process.exit();
