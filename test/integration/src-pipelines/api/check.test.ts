import { expect, it } from 'vitest';
import type { DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { getDocument } from '#pipelines/extraction/read-items.ts';
import { anApi, type Api } from '#test/builders/an-api.ts';
import { plantBatch, type PlantedBatch } from '#test/builders/extraction-items.ts';
import { readPassport } from './read-passport.ts';
import { ada, ben } from './reviewers.ts';

const accepted: Partial<DocumentItem> = { status: 'SUCCEEDED', score: 0.97 };

it('records the expected values, changes none, and reveals none', async () => {
  const api = await anApi();
  const { at } = await plantBatch(api, [accepted]);
  const before = await getDocument(api.parts, at(0));
  const corrections = [
    { field: 'total', value: '13.50' },
    { field: 'number', unreadable: true },
    { field: 'lineItems.1.amount', value: '7.25' },
  ];
  const { status, body } = await check(api, at(0), 3, corrections);
  expect([status, body.document]).toMatchObject([
    200,
    { version: 4, status: 'SUCCEEDED', checkedBy: 'ada', checkedAt: '2026-01-05T09:00:00.000Z' },
  ]);
  expect(body.document).not.toHaveProperty('found');
  expect(await getDocument(api.parts, at(0))).toEqual({
    ...before,
    version: 4,
    updatedAt: '2026-01-05T09:00:00.000Z',
    statusSince: before?.updatedAt,
    checkedBy: 'ada',
    checkedAt: '2026-01-05T09:00:00.000Z',
    found: { total: '13.50', number: '', 'lineItems.1.amount': '7.25' },
  });
  expect(await readPassport(api, at(0))).toMatchObject([
    { what: 'checked', actor: 'ada', before: { total: '12.50' }, after: { total: '13.50' } },
  ]);
});

it('records a check as a finding even if everything is right', async () => {
  const api = await anApi();
  const { at } = await plantBatch(api, [accepted]);
  await check(api, at(0), 3);
  expect((await getDocument(api.parts, at(0)))?.found).toEqual({});
});

it('records lines that should have been read otherwise, and absent fields', async () => {
  const api = await anApi();
  const { at } = await plantBatch(api, [accepted]);
  const lines = [{ description: 'Freight', quantity: '1', unit: '6.25', amount: '6.25', from: 0 }];
  await check(api, at(0), 3, [
    { field: 'number', absent: true },
    { field: 'lineItems', lines },
  ]);
  const { found, lineItems } = (await getDocument(api.parts, at(0))) as DocumentItem;
  expect(found).toEqual({ number: '', lineItems: '[["Freight","1","6.25","6.25",0]]' });
  expect(lineItems).toHaveLength(2);
});

it('a check can be made once', async () => {
  const api = await anApi();
  const { at } = await plantBatch(api, [accepted]);
  await check(api, at(0), 3);
  const { status, body } = await check(api, at(0), 4, [], ben);
  expect([status, body.code, body.current.checkedBy]).toEqual([409, 'already-checked', 'ada']);
});

it.each([
  ['waits for review', { status: 'REVIEW_REQUIRED' }],
  ['has failed', { status: 'FAILED' }],
  ['was approved by a person', { status: 'SUCCEEDED', reviewedBy: 'ben' }],
] as const)('refuses to check a document that %s', async (_, document) => {
  const api = await anApi();
  const { at } = await plantBatch(api, [document]);
  const { status, body } = await check(api, at(0), 3);
  expect([status, body.code]).toEqual([409, 'not-accepted-unseen']);
});

it('accepts findings only on fields that the document has', async () => {
  const api = await anApi();
  const { at } = await plantBatch(api, [accepted]);
  const { status, body } = await check(api, at(0), 3, [{ field: 'nothing', value: '1' }]);
  expect([status, body.errors[0].at]).toEqual([400, 'body.corrections.0.field']);
});

it('a check fits beside results that fill an item', async () => {
  const api = await anApi();
  const notes = { value: 'n'.repeat(300_000), confidence: 1, readBy: 'textract', page: 1, box: [0, 0, 1, 1] };
  const line = {
    description: '',
    quantity: '',
    unit: '',
    amount: '',
    confidence: 1,
    page: 1,
    box: notes.box,
  };
  const { at } = await plantBatch(api, [
    {
      ...accepted,
      fields: { notes } as unknown as NonNullable<DocumentItem['fields']>,
      lineItems: Array.from({ length: 60 }, () => line) as unknown as NonNullable<DocumentItem['lineItems']>,
    },
  ]);
  const corrections = Array.from({ length: 60 }, (_, index) => ({
    field: `lineItems.${index}.amount`,
    value: '9'.repeat(2_000),
  }));
  const { status, body } = await check(api, at(0), 3, corrections);
  expect([status, Object.keys(body.document)]).toEqual([200, expect.arrayContaining(['resultsAt'])]);
});

it('a check is deleted with everything else once the document is reprocessed', async () => {
  const api = await anApi();
  const { at } = await plantBatch(api, [accepted]);
  await check(api, at(0), 3, [{ field: 'total', value: '1' }]);
  const { batchId, documentId } = at(0);
  await api.call('reprocessDocuments', { params: { batchId }, body: { documentIds: [documentId] } });
  const after = await getDocument(api.parts, at(0));
  for (const name of ['checkedBy', 'checkedAt', 'found']) expect(after).not.toHaveProperty(name);
});

function check(
  api: Api,
  params: ReturnType<PlantedBatch['at']>,
  ifMatch: number,
  corrections: readonly object[] = [],
  as = ada,
) {
  return api.call('checkDocument', { as, params, ifMatch, body: { corrections } });
}
