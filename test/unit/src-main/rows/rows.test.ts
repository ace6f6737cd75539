import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { sampleAttributes } from '#shared/catalogue/items/sample-attributes.ts';
import {
  batchSchema,
  deliverySchema,
  projectSchema,
  userSchema,
  workflowSchema,
} from '#shared/contract/pipeline-items.ts';
import { documentSchema, openDocumentSchema, passportEventSchema } from '#shared/contract/triage.ts';
import type { StoredItem } from '#main/aws/dynamodb/reading.ts';
import { batchRow, deliveryRow } from '#main/rows/batch-rows.ts';
import { documentRow, openDocument } from '#main/rows/document-rows.ts';
import { passportRow } from '#main/rows/passport-rows.ts';
import { projectRow, tenantFacts, userRow, workflowRow } from '#main/rows/tenant-rows.ts';
import { anExtractionItem } from '#test/builders/an-extraction-item.ts';
import { aCount } from '#test/builders/document-counts.ts';

const { extraction } = catalogue;
const stored = anExtractionItem;
const samples = extraction.samples.main.map((sample) => stored(sampleAttributes(extraction, 'main', sample)));
const samplesOf = (entity: string): readonly StoredItem[] => samples.filter((one) => one.entity === entity);

const makers = [
  { entity: 'Batch', row: batchRow, schema: batchSchema },
  { entity: 'Document', row: documentRow, schema: documentSchema },
  { entity: 'Document', row: openDocument, schema: openDocumentSchema },
  { entity: 'DocumentEvent', row: passportRow, schema: passportEventSchema },
  { entity: 'WebhookDelivery', row: deliveryRow, schema: deliverySchema },
  { entity: 'Project', row: projectRow, schema: projectSchema },
  { entity: 'UserInTenant', row: userRow, schema: userSchema },
  { entity: 'Workflow', row: workflowRow, schema: workflowSchema },
] as const;

const document = { PK: { S: 'TENANT#t#BATCH#b' }, SK: { S: 'DOCUMENT#d' } };
const batch = { PK: { S: 'TENANT#t#PROJECT#p' }, SK: { S: 'BATCH#b' } };

describe.each(makers)('$row.name', ({ entity, row, schema }) => {
  it('finds nothing wrong with the samples', () => {
    const found = samplesOf(entity);
    expect(found.length).toBeGreaterThan(0);
    for (const item of found) {
      const made = row(item);
      expect(schema.safeParse(made).error).toBeUndefined();
      expect(made.problems).toEqual([]);
    }
  });

  it('says what an item with only its key lacks', () => {
    const [item] = samplesOf(entity);
    const made = row(stored(item?.key ?? {}));
    expect(schema.safeParse(made).error).toBeUndefined();
    expect(made.problems.length).toBeGreaterThan(0);
    expect(made.problems.every((problem) => /: expected .+, found none$/.test(problem))).toBe(true);
  });

  it('property: makes a row of any item', () => {
    const names = ['PK', 'SK', ...attributeNames(entity), '__proto__', 'constructor', 'toString'];
    const attributes = fc.array(fc.tuple(fc.constantFrom(...names), hostileValue), { maxLength: 25 });
    fc.assert(
      fc.property(attributes, fc.boolean(), (members, hasItsKey) => {
        const own = hasItsKey ? Object.entries(samplesOf(entity)[0]?.key ?? {}) : [];
        const made = row(stored(Object.fromEntries([...members, ...own])));
        expect(schema.safeParse(made).error).toBeUndefined();
        expect(made.problems.length).toBeLessThanOrEqual(41);
      }),
      { numRuns: 300 },
    );
  });
});

it('property: shows a tenant of any item', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('PK', 'SK', 'name', 'plan'), hostileValue)), (members) => {
      const item = stored(Object.fromEntries(members));
      for (const entity of ['Tenant', 'TenantInDirectory'] as const) {
        expect(tenantFacts(item, entity).tenantId).not.toBe('');
      }
    }),
  );
});

describe('a problem of an item', () => {
  it('is shown with its place and both types', () => {
    const { counts, otherCounts, status, otherStatus, problems, run } = batchRow(
      stored({
        ...batch,
        counts: { M: { FAILED: { N: '2' }, LOST: { N: '1' }, QUEUED: { S: 'two' } } },
        runs: { M: { '1': { S: 'SUCCEEDED' }, '2': { S: 'EXPLODED' }, first: { S: 'FAILED' } } },
        run: { N: '9007199254740993' },
        status: { S: 'ARCHIVED' },
        documentCount: { N: '1.5' },
        createdAt: { S: 'yesterday' },
      }),
    );
    expect(run).toBeNull();
    expect(counts).toEqual(aCount({ FAILED: 2, QUEUED: null }));
    expect({ status, otherStatus, otherCounts }).toEqual({
      status: null,
      otherStatus: 'ARCHIVED',
      otherCounts: [{ status: 'LOST', count: 1 }],
    });
    expect(problems).toEqual(
      expect.arrayContaining([
        'counts.QUEUED: expected a whole number, found text',
        'runs.first: is no number of a run',
        'runs.2: "EXPLODED" is not one of RUNNING, SUCCEEDED, FAILED, TIMED_OUT, ABORTED',
        'run: expected a whole number, found one too large to be kept exactly',
        'documentCount: expected a whole number, found one with a fraction',
        'createdAt: expected a time, found other text',
        'workflowId: expected text, found none',
      ]),
    );
  });

  it('is not reported for an optional attribute that is missing or null', () => {
    const { problems, usage, error } = documentRow(
      stored({ ...document, usage: { NULL: true }, error: { NULL: true } }),
    );
    expect({ usage, error }).toEqual({ usage: null, error: null });
    expect(problems.filter((problem) => /^(?:usage|error|score|claimedBy)/.test(problem))).toEqual([]);
  });

  it('usage is unknown if it is less than nothing, or impossibly high', () => {
    const model = (inputTokens: string, name = 'novaLite') => ({
      M: { model: { S: name }, inputTokens: { N: inputTokens }, outputTokens: { N: '7' }, ms: { N: '-1' } },
    });
    const { usage, problems } = documentRow(
      stored({
        ...document,
        usage: {
          M: {
            textract: { M: { pages: { N: '-3' }, ms: { S: '12' } } },
            gapFill: model('1000000001'),
            verify: model('0', 'x'.repeat(101)),
          },
        },
      }),
    );
    expect(usage).toEqual({
      textract: { pages: null, ms: null },
      gapFill: { model: 'novaLite', inputTokens: null, outputTokens: 7, ms: null },
      verify: { model: null, inputTokens: 0, outputTokens: 7, ms: null },
    });
    expect(problems).toEqual(
      expect.arrayContaining([
        'usage.textract.pages: expected a number from 0 to 1000000000, found -3',
        'usage.verify.model: expected a name, found 101 characters',
      ]),
    );
  });

  it('ids come from the key, whatever an attribute says', () => {
    expect(documentRow(stored({ ...document, tenantId: { S: 'another' } }))).toMatchObject({
      tenantId: 't',
      batchId: 'b',
      documentId: 'd',
    });
    const keyless = stored({ PK: { S: 'x' }, SK: { S: 'y' }, tenantId: { S: 't' } });
    expect(documentRow(keyless)).toMatchObject({ tenantId: 't', documentId: 'y' });
  });
});

describe('the values that stay in main', () => {
  const secret = 'VALUE-OF-A-FIELD';
  const event = { PK: { S: 'TENANT#t#DOCUMENT#d' }, SK: { S: 'EVENT#01M7SJHX980000000000000001' } };

  it('include those of an open document', () => {
    const field = {
      M: {
        value: { S: secret },
        confidence: { N: '0.4' },
        readBy: { S: 'textract' },
        page: { N: '1' },
        flags: { L: [{ S: 'check failed' }, { S: secret }] },
        readings: {
          M: {
            textract: { M: { value: { S: secret }, confidence: { N: '0.4' } } },
            bedrock: { M: { value: { S: secret }, confidence: { N: '0.9' } } },
          },
        },
      },
    };
    const check = { M: { name: { S: 'Total' }, passed: { BOOL: false }, detail: { S: secret } } };
    const row = openDocument(
      stored({
        ...document,
        fields: { M: { total: field, odd: { S: secret } } },
        lineItems: { L: [{ M: { description: { S: secret } } }] },
        checks: { L: [check, { S: secret }] },
        undo: { M: { fields: { M: { total: field } } } },
      }),
    );
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(row).toMatchObject({
      fields: [
        {
          name: 'total',
          flags: ['check failed'],
          readings: [
            { reader: 'textract', confidence: 0.4 },
            { reader: 'bedrock', confidence: 0.9 },
          ],
        },
        { name: 'odd', confidence: null, readings: [] },
      ],
      lineItems: 1,
      checks: [{ name: 'Total', passed: false }],
    });
  });

  it('include the corrections of a review, even if a field has a harmless name', () => {
    const corrected = { code: { S: secret }, run: { S: secret }, 'lineItems.0.amount': { S: secret } };
    const row = passportRow(
      stored({
        ...event,
        what: { S: 'approved' },
        before: { M: { status: { S: 'REVIEW_REQUIRED' }, ...corrected } },
        after: { M: { ...corrected, status: { S: secret } } },
      }),
    );
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(row).toMatchObject({ before: { status: 'REVIEW_REQUIRED' }, after: {}, hidden: 7 });
    const failed = passportRow(
      stored({
        ...event,
        what: { S: 'reprocessed' },
        before: { M: { status: { S: 'FAILED' }, run: { N: '1' }, code: { S: 'SchemaMismatch' } } },
      }),
    );
    expect(failed).toMatchObject({
      before: { status: 'FAILED', run: '1', code: 'SchemaMismatch' },
      hidden: 0,
    });
  });

  it('do not include the person a document was handed to', () => {
    const row = passportRow(
      stored({
        ...event,
        what: { S: 'handed over' },
        reason: { S: 'Is that a 3 or an 8?' },
        before: { M: { assignedTo: { S: 'maya@northwind.example' } } },
        after: { M: { assignedTo: { S: 'reviewer' } } },
      }),
    );
    expect(row).toMatchObject({
      reason: 'Is that a 3 or an 8?',
      before: { assignedTo: '(an e-mail address)' },
      after: { assignedTo: 'reviewer' },
      hidden: 0,
    });
    const field = { M: { assignedTo: { S: secret } } };
    const approved = passportRow(stored({ ...event, what: { S: 'approved' }, after: field }));
    expect(approved).toMatchObject({ after: {}, hidden: 1 });
  });

  it('include everything that a check has found, whatever the fields are called', () => {
    const found = { total: { S: secret }, status: { S: 'FAILED' }, stage: { S: 'verify' }, run: { N: '3' } };
    const checked = { ...event, what: { S: 'checked' } };
    const row = passportRow(stored({ ...checked, before: { M: found }, after: { M: found } }));
    expect(row).toMatchObject({ what: 'checked', before: {}, after: {}, hidden: 8 });
    expect(passportRow(stored(checked))).toMatchObject({ before: {}, after: {}, hidden: 0 });
  });

  it.each(['first opinion', 'opinions differ'])('include an opinion: %s', (what) => {
    const given = passportRow(stored({ ...event, what: { S: what } }));
    expect(given).toMatchObject({ what, before: {}, after: {}, hidden: 0, reason: null });
    const told = { M: { status: { S: 'REJECTED' }, total: { S: secret } } };
    const row = passportRow(stored({ ...event, what: { S: what }, after: told }));
    expect(row).toMatchObject({ before: {}, after: {}, hidden: 2 });
  });

  it('include e-mail addresses, presigned addresses and everything after the path of a webhook', () => {
    const row = documentRow(
      stored({
        ...document,
        fileName: { S: 'from maya.ortiz@northwind.example (2).pdf' },
        claimedBy: { S: 'çağla+x@quill.example' },
        error: {
          M: {
            stage: { S: 'textract' },
            code: { S: 'Gone' },
            message: { S: 'https://b.s3.amazonaws.com/k?X-Amz-Signature=abc is gone' },
          },
        },
      }),
    );
    expect(row).toMatchObject({
      fileName: 'from (an e-mail address) (2).pdf',
      claimedBy: '(an e-mail address)',
      error: { message: '(a presigned address)' },
    });
    const url = { S: 'https://me:word@hooks.example/in?token=abc' };
    const delivery = deliveryRow(
      stored({ PK: document.PK, SK: { S: 'DELIVERY#own' }, url, messageId: { S: 'm' } }),
    );
    expect(delivery).toMatchObject({ url: 'https://hooks.example/in?…', messageId: 'm' });
  });
});

function attributeNames(entity: string): readonly string[] {
  const declared = Object.entries(extraction.entities).find(([name]) => name === entity)?.[1];
  return Object.keys(declared?.attributes ?? {});
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    'FAILED',
    'TENANT##',
    'TENANT#x#BATCH#y',
    'DOCUMENT#',
    'a'.repeat(3_000),
    'a@b.example',
  ),
);
const digits = fc.oneof(
  fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n }).map(String),
  fc.constantFrom('0', '1.5', '-1', '1E+125', '9007199254740993'),
);
const memberName = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'FAILED',
    '1',
    'textract',
    'readings',
    'total',
    'name',
    'passed',
  ),
  fc.string(),
);
const { value: hostileValue } = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text.map((S) => ({ S })),
    digits.map((N) => ({ N })),
    fc.constantFrom<AttributeValue>(
      { NULL: true },
      { BOOL: true },
      { B: 'AAE=' },
      { SS: ['a'] },
      { NS: ['1'] },
    ),
    fc.array(tie('value'), { maxLength: 4 }).map((L) => ({ L })),
    fc.array(fc.tuple(memberName, tie('value')), { maxLength: 4 }).map((members) => ({
      M: Object.fromEntries(members),
    })),
  ),
}));
