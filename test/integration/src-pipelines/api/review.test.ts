import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { readResults } from '#pipelines/api/corrections.ts';
import type { DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { findBatch, getDocument } from '#pipelines/extraction/read-items.ts';
import { toAttribute, toItem, type Plain } from '#pipelines/plain-items.ts';
import { listImportedItems } from '#local/world/past/awkward-tenant.ts';
import { admin, anApi, reviewer, type Api } from '#test/builders/an-api.ts';
import { plantBatch, type PlantedBatch } from '#test/builders/extraction-items.ts';
import { readPassport } from './read-passport.ts';

const other = { ...reviewer, sub: 'reviewer-2' };

it('a claim lasts ten minutes, can be renewed by its holder, and can be taken once it has expired', async () => {
  const api = await anApi();
  const { at, documents } = await plantBatch(api, [{}]);
  const claim = (as: typeof reviewer, ifMatch: number) =>
    api.call('claimDocument', { as, params: at(0), ifMatch });
  expect((await claim(reviewer, 3)).body.document).toMatchObject({
    version: 4,
    claimedBy: 'reviewer',
    claimExpiresAt: '2026-01-05T09:10:00.000Z',
    // The claim does not change the document's place in the queue.
    statusSince: documents[0]?.updatedAt,
  });
  await api.advance(300);
  expect((await claim(reviewer, 4)).body.document.claimExpiresAt).toBe('2026-01-05T09:15:00.000Z');
  await api.advance(599);
  const refused = await claim(other, 5);
  expect([refused.status, refused.body.code, refused.body.current.claimedBy]).toEqual([
    409,
    'claimed-by-another',
    'reviewer',
  ]);
  await api.advance(1);
  expect((await claim(other, 5)).body.document).toMatchObject({ version: 6, claimedBy: 'reviewer-2' });
  expect((await readPassport(api, at(0))).map(({ what, actor }) => [what, actor])).toEqual([
    ['claimed', 'reviewer'],
    ['claimed', 'reviewer'],
    ['claimed', 'reviewer-2'],
  ]);
});

it('only the holder of a document can release it', async () => {
  const api = await anApi();
  const { at } = await plantBatch(api, [{}]);
  await api.call('claimDocument', { as: reviewer, params: at(0), ifMatch: 3 });
  const refused = await api.call('releaseDocument', { as: admin, params: at(0), ifMatch: 4 });
  expect(refused.body.code).toBe('not-claimed-by-you');
  const released = await api.call('releaseDocument', { as: reviewer, params: at(0), ifMatch: 4 });
  expect(released.body.document).not.toHaveProperty('claimedBy');
  expect(released.body.document).not.toHaveProperty('claimExpiresAt');
});

it('a review corrects, decides, counts, and is recorded; it needs no claim', async () => {
  const api = await anApi();
  const { at, batch } = await plantBatch(api, [{}, { status: 'SUCCEEDED' }]);
  const corrections = [
    { field: 'total', value: '13.50' },
    { field: 'number', unreadable: true },
    // The workflow reads this field, but no reader has found it.
    { field: 'dueOn', value: '2026-02-01' },
    { field: 'lineItems.1.amount', value: '7.25' },
  ];
  const { body } = await api.call('reviewDocument', {
    as: reviewer,
    params: at(0),
    ifMatch: 3,
    body: { decision: 'approve', corrections, reason: 'Read it on the page' },
  });
  expect(body.document).toMatchObject({
    status: 'SUCCEEDED',
    decision: 'approve',
    reviewedBy: 'reviewer',
    holdUntil: '2026-01-05T09:00:10.000Z',
    fields: {
      total: { value: '13.50', confidence: 1, readBy: 'reviewer', page: 1 },
      number: { value: '', confidence: 0, readBy: 'reviewer' },
      dueOn: { value: '2026-02-01', readBy: 'reviewer' },
    },
    lineItems: [{ amount: '6.25' }, { amount: '7.25', unit: '6.25' }],
  });
  expect(body.document.fields.total).not.toHaveProperty('flags');
  expect(body.document).not.toHaveProperty('undo');
  expect(await findBatch(api.parts, batch.batchId)).toMatchObject({
    status: 'SUCCEEDED',
    counts: { SUCCEEDED: 2, REVIEW_REQUIRED: 0 },
  });
  expect(await readPassport(api, at(0))).toMatchObject([
    {
      what: 'approved',
      actor: 'reviewer',
      reason: 'Read it on the page',
      before: { status: 'REVIEW_REQUIRED', total: '12.50', dueOn: '', 'lineItems.1.amount': '6.25' },
      after: { status: 'SUCCEEDED', total: '13.50', number: '', 'lineItems.1.amount': '7.25' },
    },
  ]);
});

it.each([
  ['a field that the workflow does not read', [{ field: 'constructor', value: 'x' }], 0],
  ['a line that is not there', [{ field: 'lineItems.2.unit', value: 'x' }], 0],
  [
    'a place that is corrected twice',
    [
      { field: 'total', value: '1' },
      { field: 'total', value: '2' },
    ],
    1,
  ],
])('refuses %s, naming its place', async (_, corrections, index) => {
  const api = await anApi();
  const { at } = await plantBatch(api, [{}]);
  const { status, body } = await review(api, at(0), 3, corrections);
  expect([status, body.errors[0].at]).toEqual([400, `body.corrections.${index}.field`]);
  expect((await getDocument(api.parts, at(0)))?.version).toBe(3);
});

it('can be undone by its reviewer during the hold, which restores everything', async () => {
  const api = await anApi();
  const { at, batch } = await plantBatch(api, [{}]);
  const before = await getDocument(api.parts, at(0));
  const corrections = [
    { field: 'total', value: '13.50' },
    { field: 'dueOn', unreadable: true },
    { field: 'lineItems.0.unit', value: '1' },
  ];
  await review(api, at(0), 3, corrections);
  await api.advance(9.999);
  expect((await undo(api, at(0), 4, admin)).body.code).toBe('not-your-review');
  expect((await undo(api, at(0), 4)).status).toBe(200);
  const after = await getDocument(api.parts, at(0));
  expect(after).toEqual({
    ...before,
    version: 5,
    updatedAt: '2026-01-05T09:00:09.999Z',
    statusSince: before?.updatedAt,
  });
  expect(await findBatch(api.parts, batch.batchId)).toMatchObject({
    counts: { REVIEW_REQUIRED: 1, SUCCEEDED: 0 },
  });
  // There is nothing left to undo the second time.
  expect((await undo(api, at(0), 5)).body.code).toBe('not-your-review');
});

it('cannot be undone after the hold', async () => {
  const api = await anApi();
  const { at } = await plantBatch(api, [{}]);
  await review(api, at(0), 3);
  await api.advance(10);
  expect((await undo(api, at(0), 4)).body).toMatchObject({ code: 'hold-over', current: { version: 4 } });
});

it('corrects results that are too large for an item where they are stored, and puts them back', async () => {
  const api = await anApi();
  const large: DocumentItem['fields'] = {
    total: { value: '1', confidence: 0.4, readBy: 'textract', page: 1, box: [0, 0, 0, 0] },
    notes: { value: 'n'.repeat(200_000), confidence: 0.9, readBy: 'textract', page: 1, box: [0, 0, 0, 0] },
  };
  const { at } = await plantBatch(api, [{ fields: large }]);
  const lines = Array.from({ length: 90 }, (_, line) => ({
    field: `lineItems.${line}.unit`,
    value: 'u'.repeat(2_000),
  }));
  const line = {
    description: 'd',
    quantity: '1',
    unit: '1',
    amount: '1',
    confidence: 1,
    page: 1,
    box: [0, 0, 0, 0],
  };
  const lineItems = Array.from({ length: 90 }, () => line) as unknown as DocumentItem['lineItems'];
  const { at: long } = await plantBatch(api, [{ fields: large, ...(lineItems && { lineItems }) }], {
    batchId: 'long',
  });

  const first = await review(api, long(0), 3, [...lines, { field: 'total', value: '2' }]);
  expect(first.body.document).not.toHaveProperty('fields');
  expect(first.body.document.resultsAt.bytes).toBeGreaterThan(350_000);
  expect((await undo(api, long(0), 4)).status).toBe(200);
  const again = await review(api, long(0), 5, [{ field: 'total', value: '3' }]);
  const { resultsAt } = (await getDocument(api.parts, long(0))) as DocumentItem;
  expect(again.body.document.resultsAt).toEqual(resultsAt);
  const kept = await api.clients.s3.send(
    new GetObjectCommand({ Bucket: resultsAt?.bucket, Key: resultsAt?.key }),
  );
  const { fields, lineItems: keptLines } = JSON.parse(
    (await kept.Body?.transformToString()) ?? '',
  ) as DocumentItem;
  expect([fields?.['total']?.value, fields?.['notes']?.value.length]).toEqual(['3', 200_000]);
  expect(keptLines).toEqual(lineItems);
  // A correction that fits stays in the document's item.
  expect(
    (await review(api, at(0), 3, [{ field: 'total', value: '4' }])).body.document.fields.total.value,
  ).toBe('4');
});

it('undone lines that were too many to keep beside the document leave nothing of the undone ones in it', async () => {
  const api = await anApi();
  const box = [0, 0, 0, 0];
  const line = {
    description: 'd'.repeat(1_300),
    quantity: '1',
    unit: '1',
    amount: '1',
    confidence: 1,
    page: 1,
    box,
  };
  const lineItems = Array.from({ length: 90 }, () => line) as unknown as NonNullable<
    DocumentItem['lineItems']
  >;
  const { at } = await plantBatch(api, [{ lineItems }]);
  const freight = { description: 'Freight', quantity: '1', unit: '6.25', amount: '6.25', from: null };
  const { body } = await review(api, at(0), 3, [
    { field: 'lineItems', lines: [freight] },
    { field: 'total', value: '6.25' },
  ]);
  expect(body.document.fields.total.value).toBe('6.25');
  expect((await undo(api, at(0), 4)).status).toBe(200);
  const document = await getDocument(api.parts, at(0));
  if (document === undefined) throw new Error('No document');
  for (const name of ['fields', 'lineItems', 'checks']) expect(document).not.toHaveProperty(name);
  const results = await readResults(api.parts, document);
  expect(results.lineItems).toEqual(lineItems);
  expect(results.fields['total']?.value).not.toBe('6.25');
});

describe('lines that are arranged differently', () => {
  const freight = { description: 'Freight', quantity: '1', unit: '6.25', amount: '6.25' };
  const arranged = [
    { ...freight, amount: '5,25', from: 0 },
    { description: 'Tolls', quantity: '', unit: '', amount: '1.00', from: null },
  ];

  it('are stored as they stand now, and are restored by an undo', async () => {
    const api = await anApi();
    const { at } = await plantBatch(api, [{}]);
    const before = await getDocument(api.parts, at(0));
    const takenFrom = { page: 2, box: [0.5, 0.6, 0.1, 0.02] };
    const { body } = await review(api, at(0), 3, [
      { field: 'lineItems', lines: arranged },
      { field: 'total', value: '6,25', takenFrom },
      { field: 'number', absent: true },
    ]);
    expect(body.document).toMatchObject({
      fields: {
        total: { ...takenFrom, value: '6,25', normalised: '6.25', readBy: 'reviewer' },
        number: { value: '', absent: true, readBy: 'reviewer' },
      },
      lineItems: [
        { description: 'Freight', amount: '5,25', normalised: { amount: '5.25' }, confidence: 0.9 },
        { description: 'Tolls', amount: '1.00', normalised: { amount: '1' }, box: [0, 0, 0, 0] },
      ],
    });
    expect(await readPassport(api, at(0))).toMatchObject([
      {
        before: { 'all lines': '2 lines', total: '12.50' },
        after: {
          'all lines': '2 lines: 1 added, 1 removed, 1 changed',
          'not on the document': 'number',
        },
      },
    ]);
    expect((await undo(api, at(0), 4)).status).toBe(200);
    const { fields, lineItems } = (await getDocument(api.parts, at(0))) as DocumentItem;
    expect({ fields, lineItems }).toEqual({ fields: before?.fields, lineItems: before?.lineItems });
  });

  it.each([60, 170])('may be %d long ones, and an undo restores each of them', async (count) => {
    const api = await anApi();
    const box = [0.1, 0.4, 0.8, 0.05] as const;
    const lineItems = Array.from({ length: count }, (_, line) => ({
      ...freight,
      description: `${line} ${'d'.repeat(1_900)}`,
      confidence: 0.9,
      page: 1,
      box,
    }));
    const { at } = await plantBatch(api, [{ lineItems }]);
    const lines = lineItems.map(({ description }, from) => ({ ...freight, description, from })).toReversed();
    expect((await review(api, at(0), 3, [{ field: 'lineItems', lines }])).status).toBe(200);
    const decided = (await getDocument(api.parts, at(0))) as DocumentItem;
    expect((await readResults(api.parts, decided)).lineItems).toEqual(lineItems.toReversed());
    expect((await undo(api, at(0), 4)).status).toBe(200);
    const undone = (await getDocument(api.parts, at(0))) as DocumentItem;
    expect((await readResults(api.parts, undone)).lineItems).toEqual(lineItems);
  });

  it('cannot be corrected cell by cell at the same time', async () => {
    const api = await anApi();
    const { at } = await plantBatch(api, [{}]);
    const { status, body } = await review(api, at(0), 3, [
      { field: 'lineItems', lines: arranged },
      { field: 'lineItems.0.unit', value: '5' },
    ]);
    expect([status, body.errors[0].at]).toEqual([400, 'body.corrections.1.field']);
  });
});

it('a hand-imported item is reviewed as far as possible, and loses nothing', async () => {
  const api = await anApi();
  const { batch } = await plantBatch(api, []);
  const { tenantId, batchId } = batch;
  const mixed = { tenantId, batchId, documentId: 'FIELDS-OF-ALL-KINDS' };
  const corrections = [
    { field: 'total', value: '1' },
    { field: 'number', unreadable: true },
  ];
  for (const { name, attributes } of listOddDocuments('2019-04-12T00:00:00.000Z')) {
    const params = { tenantId, batchId, documentId: name };
    const { PK, SK } = toItem(keyOf.document(tenantId, batchId, name));
    const Item = { ...attributes, ...(PK && { PK }), ...(SK && { SK }) };
    await api.clients.dynamodb.send(
      new PutItemCommand({ TableName: api.parts.names.extraction.table, Item }),
    );
    let { current } = (await api.call('claimDocument', { params, ifMatch: 'unknown' })).body;
    const statuses: number[] = [];
    for (const call of ['claimDocument', 'reviewDocument', 'undoReview', 'releaseDocument'] as const) {
      const body = call === 'reviewDocument' ? { body: { decision: 'approve', corrections } } : {};
      const answer = await api.call(call, { params, ifMatch: current.version, ...body });
      statuses.push(answer.status);
      current = answer.body.document ?? current;
    }
    expect([name, statuses]).toEqual([
      name,
      name === mixed.documentId ? [200, 200, 200, 409] : [409, 409, 409, 409],
    ]);
    const { documents } = (await api.call('reprocessDocuments', { params, body: { documentIds: [name] } }))
      .body;
    expect([name, documents[0].outcome]).not.toEqual([name, 'not found']);
  }
  const { fields } = (await getDocument(api.parts, mixed)) ?? {};
  const { attributes } = listOddDocuments('').find(({ name }) => name === mixed.documentId) ?? {};
  expect(toAttribute(fields as Plain)).toEqual(attributes?.['fields']);
});

/** Returns the documents that the import of an old system wrote, without their keys. */
function listOddDocuments(at: string) {
  return listImportedItems(at, String).flatMap(
    ({ PK: _PK, SK, GSI2PK: _GSI2PK, GSI2SK: _GSI2SK, ...attributes }) => {
      const [, name] = /^DOCUMENT#doc-(.+)$/.exec(SK && 'S' in SK ? SK.S : '') ?? [];
      return name === undefined ? [] : [{ name, attributes }];
    },
  );
}

function review(
  api: Api,
  params: ReturnType<PlantedBatch['at']>,
  ifMatch: number,
  corrections: readonly object[] = [],
) {
  const body = { decision: 'approve', corrections };
  return api.call('reviewDocument', { as: reviewer, params, ifMatch, body });
}

function undo(api: Api, params: ReturnType<PlantedBatch['at']>, ifMatch: number, as = reviewer) {
  return api.call('undoReview', { as, params, ifMatch });
}
