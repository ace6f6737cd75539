import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { buildSchema } from '#local/world/sheets/fields.ts';
import { readAll } from '#local/world/sheets/reading.ts';
import { keepAttention } from '#pipelines/extraction/keep-attention.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { attentionShards } from '#shared/domain/attention.ts';
import { compareLayouts, describeLayout } from '#shared/domain/review/layout-signature.ts';
import { addDays } from '#shared/domain/review/drift.ts';
import { anApi, reviewer, type Api } from '#test/builders/an-api.ts';
import { plantBatch } from '#test/builders/extraction-items.ts';
import { ada, ben, fourEyes } from './reviewers.ts';

const tenantId = 'northwind';
const workflowId = 'workflow-of-northwind';

async function query(api: Api, partition: string): Promise<PlainItem[]> {
  const { Items = [] } = await api.parts.clients.dynamodb.send(
    new QueryCommand({
      TableName: api.parts.names.extraction.table,
      KeyConditionExpression: 'PK = :pk',
      ExpressionAttributeValues: toItem({ ':pk': partition }),
    }),
  );
  return Items.map(fromItem);
}

/** Returns the figures of all days that are not 0, because a decision that is taken back leaves zeros. */
async function readFigures(api: Api): Promise<Record<string, number>> {
  const items = await query(api, `TENANT#${tenantId}#CORRECTIONS`);
  const sum: Record<string, number> = {};
  for (const { figures } of items) {
    for (const [name, figure] of Object.entries(figures as Record<string, number>)) {
      sum[name] = (sum[name] ?? 0) + figure;
    }
  }
  return Object.fromEntries(Object.entries(sum).filter(([, figure]) => figure !== 0));
}

const readCorrected = (api: Api) => query(api, `TENANT#${tenantId}#CORRECTED#${workflowId}`);
const approve = (corrections: readonly object[] = []) => ({ decision: 'approve', corrections });
const ofDocument = {
  'all#read': 1,
  'field#number#read': 1,
  'field#total#read': 1,
  'field#lineItems#read': 1,
  'reader#textract#read': 1,
  'version#3': 1,
};

describe('counts of corrections', () => {
  it('count a decision by field, reader and time, and take exactly that back', async () => {
    const api = await anApi();
    const { at } = await plantBatch(api, [{}, {}]);
    const params = at(0);
    await api.call('claimDocument', { as: ada, params, ifMatch: 3 });
    await api.advance(20);
    const body = approve([{ field: 'total', value: '12.80' }]);
    const decided = await api.call('reviewDocument', { as: ada, params, ifMatch: 4, body });
    expect(decided.status).toBe(200);
    expect(decided.text).not.toContain('counted');
    expect(await readFigures(api)).toEqual({
      ...ofDocument,
      'all#corrected': 1,
      'field#total#corrected': 1,
      'reader#textract#corrected': 1,
      'timed#corrected': 1,
      'seconds#corrected': 20,
    });
    expect(await readCorrected(api)).toMatchObject([
      {
        batchId: params.batchId,
        score: 0.8,
        fields: [{ name: 'total', reader: 'textract', confidence: 0.5 }],
        rules: expect.any(Array),
      },
    ]);
    await api.call('undoReview', { as: ada, params, ifMatch: 5 });
    expect(await readFigures(api)).toEqual({});
    expect(await readCorrected(api)).toEqual([]);
    await api.call('reviewDocument', { as: ada, params, ifMatch: 6, body: approve() });
    expect(await readFigures(api)).toEqual(ofDocument);
  });

  it('count a value that is only written in another way as unchanged, and a rejected document apart', async () => {
    const api = await anApi();
    const { at } = await plantBatch(api, [{}, {}]);
    const body = approve([{ field: 'total', value: '12,50' }]);
    await api.call('reviewDocument', { as: ada, params: at(0), ifMatch: 3, body });
    const rejected = { decision: 'reject', reason: 'Pages are missing' };
    await api.call('reviewDocument', { as: ada, params: at(1), ifMatch: 3, body: rejected });
    expect(await readFigures(api)).toEqual({ ...ofDocument, rejected: 1 });
    expect(await readCorrected(api)).toEqual([]);
  });

  it('count the second of two opinions, and not the first', async () => {
    const api = await anApi();
    const desk = await fourEyes(api);
    await desk.approve(ada, 3, [{ field: 'total', value: '12.00' }]);
    expect(await readFigures(api)).toEqual({});
    await desk.approve(ben, 4, [{ field: 'total', value: '12.00' }]);
    expect(await readFigures(api)).toMatchObject({ 'all#read': 1, 'field#total#corrected': 1 });
  });

  it('counts and keeps the layout as the told past has it, with a layout of the day that is the same', async () => {
    const api = await anApi();
    const told = ['invoice-1', 'invoice-2', 'invoice-3'].map(readInvoice);
    const { at } = await plantBatch(api, told);
    for (const [index, { fields }] of told.entries()) {
      const body = approve([
        { field: 'total', value: '1.00' },
        ...Object.keys(fields)
          .filter((name) => name === 'supplier')
          .map((field) => ({ field, value: 'Burren Provisions Ltd' })),
      ]);
      const { status, text } = await api.call('reviewDocument', {
        as: ada,
        params: at(index),
        ifMatch: 3,
        body: { ...body, reason: 'A test' },
      });
      expect(status, text).toBe(200);
    }
    const layouts = Object.entries(await readFigures(api)).filter(([name]) => name.startsWith('layout#'));
    expect(layouts).toEqual([[expect.stringMatching(/^layout#[0-9a-f]{12}#/), 3]]);
    const [, supplier, counted = ''] = layouts[0]?.[0].split('#') ?? [];
    expect(new Set(told.map(describeLayout)).size).toBeGreaterThan(1);
    expect(told.map((one) => compareLayouts(describeLayout(one) ?? '', counted))).toEqual(
      told.map(() => 'same'),
    );
    expect(await readCorrected(api)).toEqual(
      told.map(() => expect.objectContaining({ supplier, layout: counted })),
    );
    await api.call('undoReview', { as: ada, params: at(2), ifMatch: 4 });
    expect(await readFigures(api)).toMatchObject({ [`layout#${supplier}#${counted}`]: 2 });
  });

  it('leave an item of another shape alone, and the decision succeeds', async () => {
    const api = await anApi();
    const { at } = await plantBatch(api, [{}]);
    const day = new Date(api.parts.now()).toISOString().slice(0, 10);
    await api.put({ ...keyOf.correctionsOfDay(tenantId, workflowId, day), figures: 'none' });
    const { status } = await api.call('reviewDocument', {
      as: ada,
      params: at(0),
      ifMatch: 3,
      body: approve(),
    });
    expect(status).toBe(200);
    expect(await query(api, `TENANT#${tenantId}#CORRECTIONS`)).toMatchObject([{ figures: 'none' }]);
  });

  it('count one of two decisions on a document that are made at once', { timeout: 600_000 }, async () => {
    const rounds = 200;
    const api = await anApi({ crowd: 'two decisions at once' });
    const { at } = await plantBatch(
      api,
      Array.from({ length: rounds }, () => ({})),
    );
    for (let round = 0; round < rounds; round += 1) {
      const params = at(round);
      const answers = await Promise.all(
        [ada, ben].map((as) =>
          api.call('reviewDocument', {
            as,
            params,
            ifMatch: 3,
            body: approve([{ field: 'total', value: `1${round}.80` }]),
          }),
        ),
      );
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    }
    const figures = await readFigures(api);
    expect(figures['all#read']).toBe(rounds);
    expect(figures['field#total#corrected']).toBe(rounds);
    expect(await readCorrected(api)).toHaveLength(rounds);
  });
});

describe('the change of corrections over all tenants', () => {
  const records = [
    {
      dynamodb: {
        Keys: {
          PK: { S: `TENANT#${tenantId}#CORRECTIONS` },
          SK: { S: `CORRECTIONS#${workflowId}#2026-01-01` },
        },
        SequenceNumber: '1',
      },
    },
  ];
  const listed = async (api: Api) =>
    (await Promise.all(attentionShards.map((shard) => query(api, `ATTENTION#DRIFT#${shard}`))))
      .flat()
      .filter(({ isOver }) => isOver !== true);

  it('is listed when corrections of a field have become more frequent, and leaves when they are as usual', async () => {
    const api = await anApi();
    const today = new Date(api.parts.now()).toISOString().slice(0, 10);
    const plant = async (ago: number, read: number, corrected: number) => {
      const key = keyOf.correctionsOfDay(tenantId, workflowId, addDays(today, -ago));
      const figures = { 'all#read': read, 'field#total#read': read, 'field#total#corrected': corrected };
      await api.put({ ...key, version: 1, projectId: 'project-of-northwind', figures, suppliers: {} });
    };
    for (let ago = 30; ago >= 4; ago -= 1) await plant(ago, 20, 1);
    for (let ago = 3; ago >= 0; ago -= 1) await plant(ago, 20, 8);
    const follow = keepAttention(api.parts);
    expect(await follow({ Records: records })).toEqual({ batchItemFailures: [] });
    await follow({ Records: records });
    expect(await listed(api)).toMatchObject([
      {
        SK: `DRIFT#${tenantId}#${workflowId}`,
        version: 1,
        tenantId,
        workflowId,
        kind: 'field',
        name: 'total',
        beganAt: `${addDays(today, -3)}T00:00:00.000Z`,
        usualRead: 540,
        recentRead: 80,
        recentCorrected: 32,
      },
    ]);
    for (let ago = 3; ago >= 0; ago -= 1) await plant(ago, 20, 1);
    await follow({ Records: records });
    expect(await listed(api)).toEqual([]);
  });

  it('is looked for after a decision, from the changes of the table', async () => {
    const api = await anApi();
    const { at } = await plantBatch(api, [{}]);
    await api.call('reviewDocument', { as: reviewer, params: at(0), ifMatch: 3, body: approve() });
    expect(await keepAttention(api.parts)({ Records: records })).toEqual({ batchItemFailures: [] });
    expect(await listed(api)).toEqual([]);
  });
});

/** Reads a scan of one design as the past tells it. */
function readInvoice(seed: string) {
  const recipe = {
    kind: 'invoice',
    layout: 2,
    recipient: 'Kestrel Foods',
    seed,
    pages: 1,
    isScanned: true,
  } as const;
  const { fields, lineItems } = readAll(recipe, { schema: buildSchema('invoice'), reviewThreshold: 0.85 });
  return { fields, lineItems };
}
