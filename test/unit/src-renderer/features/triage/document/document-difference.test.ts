import { expect, test } from 'vitest';
import { compareDocuments } from '#renderer/features/triage/document/document-difference.ts';
import type { Field, OpenDocument } from '#shared/contract/triage.ts';

const document: OpenDocument = {
  tenantId: 'northwind',
  batchId: 'batch-1',
  documentId: 'doc-1',
  status: 'SUCCEEDED',
  otherStatus: null,
  statusSince: null,
  fileName: 'inv-1.pdf',
  run: 1,
  receivedAt: null,
  score: 0.95,
  stage: 'verify',
  error: null,
  usage: {
    textract: { pages: 2, ms: 4_000 },
    gapFill: { model: 'claudeHaiku45.regional', inputTokens: 1_000, outputTokens: 200, ms: 2_000 },
    verify: null,
  },
  claimedBy: null,
  claimExpiresAt: null,
  reviewedBy: null,
  filed: null,
  madeOf: null,
  version: 1,
  createdAt: null,
  updatedAt: null,
  expired: false,
  catchingUp: false,
  problems: [],
  fields: [],
  lineItems: 4,
  checks: [{ name: 'Total adds up', passed: true }],
  resultsInS3: false,
  objectKey: null,
  reviewedAt: null,
  decision: null,
  wholeMessage: null,
};

function aField(name: string, change: Partial<Field> = {}): Field {
  return { name, confidence: 0.9, readBy: 'textract', page: 1, flags: [], readings: [], ...change };
}

test('two documents that are alike differ in nothing', () => {
  const sections = compareDocuments(document, { ...document, documentId: 'doc-2' });
  expect(Object.values(sections).flatMap((rows) => rows.filter(({ differs }) => differs))).toEqual([]);
});

test('small differences of time, tokens and confidence do not count', () => {
  const good: OpenDocument = {
    ...document,
    score: 0.97,
    usage: { ...document.usage!, textract: { pages: 2, ms: 6_000 } },
    fields: [aField('total', { confidence: 0.93 })],
  };
  const sections = compareDocuments({ ...document, fields: [aField('total')] }, good);
  expect(Object.values(sections).flatMap((rows) => rows.filter(({ differs }) => differs))).toEqual([]);
});

test('a failed document says in which stage, and how much longer a stage took', () => {
  const mine: OpenDocument = {
    ...document,
    status: 'FAILED',
    score: null,
    error: { stage: 'gap-fill', code: 'X', message: 'y' },
    usage: { ...document.usage!, textract: { pages: 2, ms: 16_000 } },
  };
  const { outcome, stages } = compareDocuments(mine, document);
  expect(outcome.slice(0, 3)).toMatchObject([
    { name: 'Status', mine: 'FAILED', good: 'SUCCEEDED', differs: true },
    { name: 'Stage', mine: 'failed in gap-fill', good: 'verify', differs: true },
    { name: 'Score', mine: 'none', good: '0.95', differs: true },
  ]);
  expect(stages[0]).toMatchObject({
    name: 'Textract, time',
    mine: '16.0 s',
    difference: '4.0 times as long',
  });
});

test('a stage that was not recorded is not called free', () => {
  const { stages } = compareDocuments({ ...document, usage: null }, document);
  expect(stages.find(({ name }) => name === 'Cost')).toMatchObject({ mine: 'not recorded', differs: true });
});

test('fields differ by reader, by confidence, by flags and by being there; those come first', () => {
  const mine = [
    aField('same'),
    aField('reader', { readBy: 'gap-fill' }),
    aField('sure', { confidence: 0.4 }),
    aField('flagged', { flags: ['below threshold'] }),
  ];
  const good = [aField('same'), aField('reader'), aField('sure'), aField('flagged'), aField('lacking')];
  const { fields } = compareDocuments({ ...document, fields: mine }, { ...document, fields: good });
  expect(fields.map(({ name, differs }) => [name, differs])).toEqual([
    ['reader', true],
    ['sure', true],
    ['flagged', true],
    ['lacking', true],
    ['same', false],
  ]);
  expect(fields[1]).toMatchObject({ mine: 'textract, 0.40', good: 'textract, 0.90', difference: '−0.50' });
  expect(fields[3]).toMatchObject({ mine: 'not read', isField: true });
});

test('a failed check comes before one that passed in both', () => {
  const good = { ...document, checks: [...document.checks, { name: 'VAT number', passed: true }] };
  const mine = { ...good, checks: [...document.checks, { name: 'VAT number', passed: false }] };
  expect(compareDocuments(mine, good).checks.map(({ name, mine: said }) => [name, said])).toEqual([
    ['VAT number', 'failed'],
    ['Total adds up', 'passed'],
  ]);
});
