import { describe, expect, it } from 'vitest';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import type { DescribedExecution } from '#main/aws/executions.ts';
import type { CatalogueReader, StoredItem } from '#main/aws/dynamodb/reading.ts';
import { executionLook, runStanding } from '#main/jobs/actions/change-execution.ts';
import { ok, refused } from '#shared/contract/result.ts';
import { aReader, aStoredItem } from '#test/builders/a-reader.ts';

const ended: DescribedExecution = {
  batchId: 'b',
  run: 1,
  arn: 'arn',
  status: 'FAILED',
  startedAt: null,
  stoppedAt: '2026-11-01T10:00:00.000Z',
  error: { code: 'Boom', cause: 'x'.repeat(2_000) },
  redriveCount: 1,
  redrivenAt: null,
  redriveStatus: 'REDRIVABLE',
  redriveStatusReason: null,
};

describe('a redrive', () => {
  it.each<[string, Partial<DescribedExecution>, number | null, string]>([
    ['has not shown yet', { redriveCount: 0 }, 0, 'running'],
    ['has not shown yet, whatever was known', { redriveCount: 0 }, null, 'running'],
    ['is under way', { status: 'RUNNING' }, 0, 'running'],
    ['waits', { status: 'PENDING_REDRIVE' }, 0, 'running'],
    ['has succeeded', { status: 'SUCCEEDED' }, 0, 'fixed'],
    ['has failed', {}, 0, 'failed-again'],
    ['was stopped', { status: 'ABORTED' }, 0, 'failed-again'],
    ['has been redriven by another since', { redriveCount: 2, status: 'RUNNING' }, 0, 'overtaken'],
    ['with an unknown number of earlier redrives', { redriveCount: 5, status: 'SUCCEEDED' }, null, 'fixed'],
  ])('%s', (_case, change, before, state) => {
    expect(executionLook('redrive-execution', { ...ended, ...change }, before).state).toBe(state);
  });

  it('shows its error, and not the whole of a long cause', () => {
    const { note, endedAt } = executionLook('redrive-execution', ended, 0);
    expect(note).toMatch(/^FAILED with Boom: x+$/);
    expect(note?.length).toBeLessThan(600);
    expect(endedAt).toBe(ended.stoppedAt);
  });
});

describe('a stop', () => {
  it.each<[string, Partial<DescribedExecution>, string]>([
    ['has not shown yet', { status: 'RUNNING' }, 'running'],
    ['has stopped it', { status: 'ABORTED' }, 'fixed'],
    ['came too late', { status: 'SUCCEEDED' }, 'overtaken'],
    ['was undone by a redrive', { status: 'RUNNING', redriveCount: 2 }, 'overtaken'],
  ])('%s', (_case, change, state) => {
    expect(executionLook('stop-execution', { ...ended, ...change }, 1).state).toBe(state);
  });
});

const name = { batchId: 'b', run: 1, tenantId: 't' };
const lost = refused({ code: 'aws-unreachable', message: 'No network.', service: 'DynamoDB' });

function aBatch(status: string, tenantId = 't') {
  const runs = { M: { '1': { S: status } } };
  const ids = { tenantId: { S: tenantId }, projectId: { S: 'p' }, batchId: { S: 'b' } };
  return aStoredItem({ entity: 'Batch', attributes: { ...ids, runs } });
}

function aDocument(status: string, run = 1) {
  const ids = { tenantId: { S: 't' }, batchId: { S: 'b' }, documentId: { S: `d-${status}` } };
  return aStoredItem({ attributes: { ...ids, status: { S: status }, run: { N: String(run) } } });
}

function doorsOver({
  batch = aBatch('SUCCEEDED'),
  documents = [],
  listed = documents.length,
}: {
  readonly batch?: StoredItem | null;
  readonly documents?: readonly StoredItem[] | 'lost';
  readonly listed?: number;
}) {
  const asked: string[] = [];
  const changed: number[] = [];
  const run: CatalogueReader['run'] = (pattern, ...rest) => {
    asked.push(pattern);
    const items = pattern === 'extraction.documentsByKeys' ? documents : batch === null ? [] : [batch];
    return items === 'lost' ? Promise.resolve(lost) : aReader([[...items]]).reader.run(pattern, ...rest);
  };
  const reader = {
    run,
    changed: (_system: unknown, items: readonly object[]) => void changed.push(items.length),
  };
  const ids = Array.from({ length: listed }, (_, at) => `d-${at}`);
  const executions = { documentIds: () => Promise.resolve(ok(ids)) };
  return { doors: { reader, executions } as unknown as ConnectionDoors, asked, changed };
}

it('is settled when the batch says that the run has ended, and none of its documents is in work', async () => {
  const settled = async (batch: string, ...documents: StoredItem[]) =>
    (await runStanding(doorsOver({ batch: aBatch(batch), documents }).doors, name, true)).isSettled;
  expect(await settled('ABORTED', aDocument('FAILED'))).toBe(true);
  expect(await settled('RUNNING', aDocument('FAILED'))).toBe(false);
  expect(await settled('ABORTED', aDocument('FAILED'), aDocument('PROCESSING'))).toBe(false);
  // Another run works on the document.
  expect(await settled('ABORTED', aDocument('PROCESSING', 2))).toBe(true);
});

it('reads no documents while the execution runs, and none of very many', async () => {
  const running = doorsOver({ documents: [aDocument('PROCESSING')] });
  expect((await runStanding(running.doors, name, false)).seen.documents).toEqual([]);
  expect(running.asked).toEqual(['extraction.batchById', 'extraction.batchByKey']);
  const many = doorsOver({ documents: [aDocument('FAILED')], listed: 201 });
  expect((await runStanding(many.doors, name, true)).seen).toMatchObject({
    batches: [{ batchId: 'b' }],
    documents: [],
  });
});

it('updates lists with what was read', async () => {
  const { doors, changed } = doorsOver({ documents: [aDocument('FAILED'), aDocument('SUCCEEDED')] });
  await runStanding(doors, name, true);
  expect(changed).toEqual([3]);
});

it('leaves out what cannot be read, without waiting for it', async () => {
  const gone = await runStanding(doorsOver({ batch: null }).doors, name, true);
  expect(gone).toEqual({ seen: { documents: [], batches: [] }, isSettled: true });
  const without = await runStanding(doorsOver({ documents: 'lost', listed: 3 }).doors, name, true);
  expect(without).toMatchObject({ seen: { documents: [], batches: [{ batchId: 'b' }] }, isSettled: true });
});

it('belongs to the batch of the plan’s tenant, and to no other', async () => {
  const shared = (tenantId: string | null) => {
    const { doors } = doorsOver({});
    const both = [aBatch('RUNNING', 'other'), aBatch('SUCCEEDED')];
    const keys: unknown[] = [];
    const run: CatalogueReader['run'] = (pattern, params, ...rest) => {
      if (pattern !== 'extraction.batchById') keys.push(params);
      const items = pattern === 'extraction.batchById' ? both : [];
      return aReader([items]).reader.run(pattern, params, ...rest);
    };
    const reader = { ...doors.reader, run };
    return { keys, standing: runStanding({ ...doors, reader }, { ...name, tenantId }, false) };
  };
  const known = shared('t');
  await known.standing;
  expect(known.keys).toEqual([{ tenantId: 't', projectId: 'p', batchId: 'b' }]);
  const unknown = shared(null);
  expect(await unknown.standing).toEqual({ seen: { documents: [], batches: [] }, isSettled: true });
  expect(unknown.keys).toEqual([]);
});
