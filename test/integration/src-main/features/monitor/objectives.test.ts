import {
  DeleteItemCommand,
  paginateQuery,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { contract, type OutputOf } from '#shared/contract/contract.ts';
import { findMonth } from '#shared/domain/objective.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aMonitorDesk } from './a-monitor-desk.ts';

const patient = { timeout: 120_000 };
const { table } = namesByConvention('sandbox').extraction;
type Desk = Awaited<ReturnType<typeof aMonitorDesk>>;

async function read(desk: Desk, tenantId: string | null): Promise<OutputOf<'monitor.objectives'>> {
  const found = valueOf(await desk.handlers['monitor.objectives']({ tenantId }, desk.context));
  return contract['monitor.objectives'].output.parse(found);
}

/** Lists the batches of a project as its tenant's table holds them. */
async function listBatches(desk: Desk, tenantId: string, projectId: string): Promise<PlainItem[]> {
  const found: PlainItem[] = [];
  const pages = paginateQuery(
    { client: desk.world.dynamodb },
    {
      TableName: table,
      KeyConditionExpression: 'PK = :p AND begins_with(SK, :s)',
      ExpressionAttributeValues: toItem({
        ':p': `TENANT#${tenantId}#PROJECT#${projectId}`,
        ':s': 'BATCH#',
      }),
    },
  );
  for await (const { Items = [] } of pages) found.push(...Items.map(fromItem));
  return found;
}

describe('the objectives of workflows', patient, () => {
  it('are compared with exactly the batches that are listed', async () => {
    const desk = await aMonitorDesk();
    const { rows, whyNot, trouble, leftOut, isAtLeast } = await read(desk, null);
    expect([whyNot, trouble, leftOut, isAtLeast]).toEqual([null, null, 0, false]);
    expect(rows.map(({ tenantId, workflowId }) => `${tenantId}/${workflowId}`).toSorted()).toEqual([
      'alder-finch/repair-invoices',
      'northwind/carrier-invoices',
      'northwind/goods-in-notes',
    ]);
    const { start } = findMonth(desk.world.clock.now());
    for (const { tenantId, projectId, workflowId, objective, month, uncounted } of rows) {
      const batches = (await listBatches(desk, tenantId, projectId)).flatMap((batch) => {
        const { runEnds = {}, createdAt } = batch as {
          runEnds?: Record<string, { firstAt: string; firstStatus: string }>;
          createdAt: string;
        };
        const end = runEnds['1'];
        if (batch['workflowId'] !== workflowId || end === undefined) return [];
        if (Date.parse(end.firstAt) < start) return [];
        const isFine = end.firstStatus === 'SUCCEEDED' || end.firstStatus === 'REVIEW_REQUIRED';
        return [{ isFine, ms: Date.parse(end.firstAt) - Date.parse(createdAt) }];
      });
      const within = batches.filter(({ isFine, ms }) => isFine && ms <= objective.minutes * 60_000);
      expect({ workflowId, ...month }).toMatchObject({
        workflowId,
        batches: batches.length,
        within: within.length,
        missed: batches.length - within.length,
        failed: batches.filter(({ isFine }) => !isFine).length,
      });
      expect(uncounted).toBe(0);
    }
    expect(rows.some(({ month }) => (month?.batches ?? 0) > 0)).toBe(true);
  });

  it('are the same for one tenant, whose workflows are read instead of the list of all', async () => {
    const desk = await aMonitorDesk();
    const all = await read(desk, null);
    const one = await read(desk, 'northwind');
    expect(one.rows).toEqual(all.rows.filter(({ tenantId }) => tenantId === 'northwind'));
  });

  it('of other tenants are not shown to a person who is held to some', async () => {
    const desk = await aMonitorDesk();
    desk.be({ who: { id: 'teo', name: 'Teo', role: 'reviewer', tenants: ['northwind'] } });
    const { rows } = await read(desk, null);
    expect(new Set(rows.map(({ tenantId }) => tenantId))).toEqual(new Set(['northwind']));
    const other = await desk.handlers['monitor.objectives']({ tenantId: 'alder-finch' }, desk.context);
    expect(other).toMatchObject({ ok: false, failure: { code: 'tenant-out-of-scope' } });
  });

  it('say "at least" where runs ended before they were counted, and nothing where none were', async () => {
    const desk = await aMonitorDesk();
    const month = new Date(desk.world.clock.now()).toISOString().slice(0, 7);
    const { dynamodb } = desk.world;
    const days = await listDays(desk, month);
    expect(days.length).toBeGreaterThan(1);
    const forget = async (day: PlainItem): Promise<void> => {
      const usage = Object.entries(day['usage'] as object).filter(([name]) => !name.startsWith('took#'));
      await dynamodb.send(
        new UpdateItemCommand({
          TableName: table,
          Key: toItem({ PK: day['PK'], SK: day['SK'] }),
          UpdateExpression: 'SET #u = :u',
          ExpressionAttributeNames: { '#u': 'usage' },
          ExpressionAttributeValues: toItem({ ':u': Object.fromEntries(usage) }),
        }),
      );
    };
    const before = await readRow(desk);
    const [first, ...rest] = days;
    if (first === undefined) throw new Error('There is no day');
    await forget(first);
    const partly = await readRow(desk);
    expect(partly.uncounted).toBeGreaterThan(0);
    expect(partly.month?.batches).toBe((before.month?.batches ?? 0) - partly.uncounted);
    for (const day of rest) await forget(day);
    expect(await readRow(desk)).toMatchObject({ month: null, uncounted: expect.any(Number) as number });
  });

  it('are none where no workflow has one, which is no trouble', async () => {
    const desk = await aMonitorDesk();
    const { dynamodb } = desk.world;
    const { Items = [] } = await dynamodb.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'PK = :p',
        ExpressionAttributeValues: toItem({ ':p': 'DIRECTORY#OBJECTIVES' }),
      }),
    );
    expect(Items.length).toBeGreaterThan(0);
    for (const { PK, SK } of Items) {
      if (PK === undefined || SK === undefined) throw new Error('An item has no key.');
      await dynamodb.send(new DeleteItemCommand({ TableName: table, Key: { PK, SK } }));
    }
    const { rows, trouble, leftOut, isAtLeast } = await read(desk, null);
    expect([rows, trouble, leftOut, isAtLeast]).toEqual([[], null, 0, false]);
  });

  it('count running batches that are late already', async () => {
    const desk = await aMonitorDesk();
    const batch = (await listBatches(desk, 'northwind', 'freight-invoices')).find(
      ({ workflowId }) => workflowId === 'carrier-invoices',
    );
    const before = await readRow(desk);
    const submittedAt = new Date(desk.world.clock.now() - 16 * 60_000).toISOString();
    const late = {
      ...batch,
      ...keyOf.batch('northwind', 'freight-invoices', 'batch-late'),
      GSI2PK: 'TENANT#northwind#STATUS#PROCESSING',
      GSI2SK: submittedAt,
      GSI3PK: 'batch-late',
      status: 'PROCESSING',
      createdAt: submittedAt,
      run: 1,
      runs: { 1: 'RUNNING' },
      runEnds: undefined,
    };
    await desk.world.dynamodb.send(new PutItemCommand({ TableName: table, Item: toItem(late) }));
    expect((await readRow(desk)).late).toEqual({
      batches: (before.late?.batches ?? 0) + 1,
      isAtLeast: false,
    });
  });
});

async function readRow(desk: Desk): Promise<OutputOf<'monitor.objectives'>['rows'][number]> {
  const { rows } = await read(desk, 'northwind');
  const found = rows.find(({ workflowId }) => workflowId === 'carrier-invoices');
  if (found === undefined) throw new Error('The workflow is not listed');
  return found;
}

/** Lists the sums of the carrier invoices by day, of a month. */
async function listDays(desk: Desk, month: string): Promise<PlainItem[]> {
  const { Items = [] } = await desk.world.dynamodb.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'PK = :p AND SK BETWEEN :from AND :to',
      ExpressionAttributeValues: toItem({
        ':p': 'TENANT#northwind#SPEND',
        ':from': `BY#${month}`,
        ':to': `BY#${month}~`,
      }),
    }),
  );
  return Items.map(fromItem).filter(
    ({ SK }) => typeof SK === 'string' && SK.endsWith('#freight-invoices#carrier-invoices'),
  );
}
