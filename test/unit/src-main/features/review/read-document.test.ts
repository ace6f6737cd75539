import { noKnowledge } from '#shared/domain/review/rules.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusingDoors } from '#main/aws/doors.ts';
import { readDocumentStanding } from '#main/features/review/document-standing.ts';
import { storedResults, viewDocument, whyNot } from '#main/features/review/read-document.ts';
import { readsSoFar } from '#main/reads/paid-reads.ts';
import { jsonAttributes } from '#main/rows/read-row.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { reviewDocumentSchema, type ReviewDocument } from '#shared/contract/review-document.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';

const key = { tenantId: 't', projectId: 'p', batchId: 'b', documentId: 'd' };
const noor = { id: 'reviewer-2', name: 'Noor', role: 'reviewer' as const, tenants: '*' as const };

const whole = {
  status: 'REVIEW_REQUIRED',
  fileName: 'invoice.pdf',
  version: 3,
  run: 1,
  score: 0.8,
  statusSince: '2026-01-05T08:00:00.000Z',
};
const field = { value: '12.50', confidence: 0.9, readBy: 'textract', page: 1, box: [0.1, 0.2, 0.3, 0.05] };

async function readView(
  item: object,
  schema: readonly (readonly [string, string])[] = [],
): Promise<ReviewDocument> {
  const attributes = jsonAttributes(item as Record<string, unknown>);
  const results = await storedResults(attributes, refusingDoors('none').files, readsSoFar());
  const batch = {
    thresholds: { confidence: 0.6, review: 0.9 },
    fourEyes: true,
    workflowId: 'w',
    workflow: { name: 'W', schema: new Map(schema), rules: {}, customer: null },
    problems: [],
  };
  const session = { connection: aConnectionSummary(), who: noor };
  const viewed = viewDocument({ key, item: { attributes }, results, batch, session });
  return reviewDocumentSchema.parse({ ...viewed, weights: null, knowledge: noKnowledge });
}

describe('a document as a reviewer sees it', () => {
  it('has the fields of the schema in its order, found or not, and the others after them', async () => {
    const readings = {
      textract: { value: '12.50', confidence: 0.9 },
      bedrock: { value: '125.0', confidence: 0.7 },
    };
    const flagged = { ...field, flags: ['check failed', 'readers disagree'], readings };
    const { fields, problems } = await readView({ ...whole, fields: { own: field, total: flagged } }, [
      ['issuedOn', 'date'],
      ['total', 'money'],
    ]);
    expect(fields).toMatchObject([
      { name: 'issuedOn', type: 'date', value: null, confidence: null, flags: [], readings: [] },
      {
        name: 'total',
        type: 'money',
        value: '12.50',
        box: [0.1, 0.2, 0.3, 0.05],
        flags: ['readers disagree', 'check failed'],
        readings: [
          { reader: 'textract', value: '12.50', confidence: 0.9 },
          { reader: 'bedrock', value: '125.0', confidence: 0.7 },
        ],
      },
      { name: 'own', type: null },
    ]);
    expect(problems).toEqual([]);
  });

  it.each([
    [
      'a field that is no map',
      { fields: { total: '12.50' } },
      { value: '12.50' },
      'fields.total: expected a map',
    ],
    ['a number for a value', { fields: { total: { ...field, value: 12.5 } } }, { value: '12.5' }, undefined],
    ['a value that is none', { fields: { total: { ...field, value: [1] } } }, { value: null }, 'total.value'],
    [
      'a confidence of 90',
      { fields: { total: { ...field, confidence: 90 } } },
      { confidence: null },
      'confidence',
    ],
    ['a box of three', { fields: { total: { ...field, box: [0, 0, 1] } } }, { box: null }, 'total.box'],
    [
      'a box without a size',
      { fields: { total: { ...field, box: [0, 0, 0, 0] } } },
      { box: null },
      undefined,
    ],
    ['a page of text', { fields: { total: { ...field, page: 'one' } } }, { page: null }, 'total.page'],
    [
      'a strange flag',
      { fields: { total: { ...field, flags: ['IBAN of X'] } } },
      { flags: [] },
      'total.flags',
    ],
    [
      'a strange reader',
      { fields: { total: { ...field, readings: { me: 1 } } } },
      { readings: [] },
      undefined,
    ],
    ['no correctable name', { fields: { 'to tal': field } }, { name: 'to tal' }, 'no correction can have'],
    [
      'a name of every object',
      JSON.parse('{"fields":{"__proto__":{"value":"x"}}}'),
      { value: 'x' },
      '__proto__',
    ],
  ] as const)('with %s is still shown', async (_what, more, expected, problem) => {
    const { fields, problems } = await readView({ ...whole, ...(more as object) });
    expect(fields).toMatchObject([expected]);
    if (problem === undefined) expect(problems).toEqual([]);
    else expect(problems.join('\n')).toContain(problem);
    expect(problems.join('\n')).not.toContain('IBAN of X');
  });

  it('keeps each line in its place, with non-text cells empty', async () => {
    const line = {
      description: 'Freight',
      quantity: 2,
      unit: '1.50',
      amount: '3.00',
      confidence: 0.9,
      page: 1,
    };
    const { lines, problems } = await readView({
      ...whole,
      lineItems: ['torn', line, { ...line, amount: null }],
    });
    expect(lines).toMatchObject([
      { description: '', amount: '' },
      { description: 'Freight', quantity: '2', amount: '3.00', box: null },
      { amount: '' },
    ]);
    expect(problems).toEqual(['lineItems.0: expected a map', 'lineItems.2.amount: expected text']);
  });

  it('contains no presigned address, but every e-mail address', async () => {
    const address = 'https://s3.example/x?X-Amz-Signature=abc';
    const readings = { textract: { value: address, confidence: 1 }, bedrock: { value: 'x', confidence: 1 } };
    const document = await readView({
      ...whole,
      fileName: address,
      fields: { total: { ...field, value: address, readings }, contact: { ...field, value: 'a@b.example' } },
      lineItems: [{ description: address, quantity: '1', unit: '1', amount: '1', confidence: 1 }],
      checks: [{ name: address, passed: false, detail: address }],
      opinions: [
        { by: 'x', at: 'y', decision: 'approve', corrections: [{ field: 'total', value: address }] },
        {},
      ],
    });
    expect(JSON.stringify(document)).not.toContain('Signature');
    expect(document.fields).toMatchObject([
      { value: null, readings: [{ value: 'x' }] },
      { value: 'a@b.example' },
    ]);
    expect(document.problems.join('\n')).toContain('never leaves the main process');
  });

  it('shows opinions when there are two, and before that only whose turn it is', async () => {
    const opinion = (by: string) => ({
      by,
      at: whole.statusSince,
      decision: 'reject',
      corrections: [],
      reason: 'Torn',
    });
    const first = await readView({ ...whole, opinions: [opinion('reviewer')], differs: ['total'] });
    expect(first).toMatchObject({ step: 'second', opinions: [], differs: [], whyNot: null, decision: null });
    const own = await readView({ ...whole, opinions: [opinion('reviewer-2')] });
    expect(own.whyNot).toContain('You gave the first opinion');
    const third = await readView({ ...whole, opinions: [opinion('a'), opinion('b')], differs: ['total'] });
    expect(third).toMatchObject({
      step: 'third',
      opinions: [{ by: 'a' }, { reason: 'Torn' }],
      differs: ['total'],
    });
    // One of the opinions cannot be read, but it is still known that there are two.
    const broken = await readView({ ...whole, opinions: [opinion('a'), 'torn'] });
    expect(broken).toMatchObject({ step: 'third', opinions: [{ by: 'a' }] });
  });

  it('says why it cannot be decided: read-only, unknown person, checked before', async () => {
    const attributes = jsonAttributes({ ...whole, status: 'SUCCEEDED', checkedBy: 'reviewer' });
    const item = { attributes };
    const results = { fields: undefined, lineItems: undefined, checks: undefined, missing: null };
    const seen = { key, item, results, batch: null };
    const connection = aConnectionSummary({ name: 'Prod' });
    const why = (change: object) =>
      viewDocument({ ...seen, session: { connection, who: noor, ...change } }).whyNot;
    expect(why({})).toBe('reviewer has already checked this document.');
    expect(why({ who: null })).toContain('Sign in first');
    expect(why({ connection: { ...connection, readOnly: true } })).toContain('Prod is open read-only');
  });

  it('property: any item follows the contract, and no name is looked up on a prototype', async () => {
    const anything = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.double({ noNaN: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(
          fc.constantFrom('value', 'box', 'flags', 'toString', '__proto__', 'by', 'x y'),
          tie('value'),
        ),
      ),
    })).value;
    const names = [
      'status',
      'version',
      'fields',
      'lineItems',
      'checks',
      'opinions',
      'differs',
      'found',
      'resultsAt',
    ];
    const item = fc.dictionary(fc.constantFrom(...names, 'claimedBy', 'holdUntil', 'assignedTo'), anything);
    await fc.assert(
      fc.asyncProperty(item, async (attributes) => {
        const document = await readView(attributes, [['constructor', 'text']]);
        expect(document.fields[0]?.name).toBe('constructor');
        expect(document.problems.length).toBeLessThanOrEqual(50);
      }),
      { numRuns: 200 },
    );
  });
});

it('the API leaves out a single opinion: a waiting document with a hold waits for the second', () => {
  const told = (more: object): Attributes => jsonAttributes({ ...whole, ...more });
  expect(readDocumentStanding(told({})).step).toBe('first');
  expect(readDocumentStanding(told({ holdUntil: whole.statusSince })).step).toBe('second');
  expect(readDocumentStanding(told({ status: 'SUCCEEDED', holdUntil: whole.statusSince })).step).toBe(
    'first',
  );
  expect(readDocumentStanding(told({ opinions: [{ by: 'a' }, { by: 'b' }] })).step).toBe('third');
});

const who = { id: 'reviewer', name: 'Teo', role: 'reviewer' as const, tenants: '*' as const };
const waits = { status: 'REVIEW_REQUIRED', fileName: 'invoice.pdf' };
const decides = (item: Readonly<Record<string, unknown>>) => {
  const standing = readDocumentStanding(jsonAttributes({ ...waits, ...item }));
  return { version: standing.version, why: whyNot(standing, aSession({ who }), true) };
};

it('a version that an import has written as text counts, and a missing one is the first', () => {
  expect(decides({ version: '12' })).toEqual({ version: 12, why: null });
  expect(decides({})).toEqual({ version: 0, why: null });
});

it.each(['x', '1.5', '', 1.5, -1, null, true, 1e21, ['1']])(
  'a document with version %j cannot be decided',
  (version) => {
    expect(decides({ version }).why).toMatch(/^The pipeline can't tell whether/);
  },
);
