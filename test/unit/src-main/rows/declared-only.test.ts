import { describe, expect, it } from 'vitest';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { failureGroups } from '#shared/domain/failure-groups.ts';
import { batchRow, deliveryRow } from '#main/rows/batch-rows.ts';
import { documentRow, openDocument } from '#main/rows/document-rows.ts';
import { itemsOfKind, pageOfRows } from '#main/rows/page-of-rows.ts';
import { passportRow } from '#main/rows/passport-rows.ts';
import { projectRow, userRow, workflowRow } from '#main/rows/tenant-rows.ts';
import { aReceipt } from '#test/builders/a-reader.ts';
import { anExtractionItem as stored } from '#test/builders/an-extraction-item.ts';
import { aCount, notCounted } from '#test/builders/document-counts.ts';

const document = { PK: { S: 'TENANT#t#BATCH#b' }, SK: { S: 'DOCUMENT#d' } };
const batch = { PK: { S: 'TENANT#t#PROJECT#p' }, SK: { S: 'BATCH#b' } };
const keys = {
  Batch: batch,
  Document: document,
  DocumentEvent: { PK: { S: 'TENANT#t#DOCUMENT#d' }, SK: { S: 'EVENT#01M7SJHX980000000000000001' } },
  WebhookDelivery: { PK: document.PK, SK: { S: 'DELIVERY#m' } },
  Project: { PK: { S: 'TENANT#t' }, SK: { S: 'PROJECT#p' } },
  UserInTenant: { PK: { S: 'TENANT#t' }, SK: { S: 'USER#u' } },
  Workflow: { PK: batch.PK, SK: { S: 'WORKFLOW#w' } },
} as const;
const makers = [
  { entity: 'Batch', row: batchRow },
  { entity: 'Document', row: documentRow },
  { entity: 'Document', row: openDocument },
  { entity: 'DocumentEvent', row: passportRow },
  { entity: 'WebhookDelivery', row: deliveryRow },
  { entity: 'Project', row: projectRow },
  { entity: 'UserInTenant', row: userRow },
  { entity: 'Workflow', row: workflowRow },
] as const;

/** Lists the attributes that the domain page names, and no others. */
const declared = {
  Batch: {
    status: { S: 'FAILED' },
    counts: { M: { FAILED: { N: '2' } } },
    documentCount: { N: '2' },
    workflowId: { S: 'w' },
    run: { N: '1' },
    confidenceThreshold: { N: '0.5' },
    reviewThreshold: { N: '0.8' },
  },
  Document: { status: { S: 'QUEUED' }, fileName: { S: 'a.pdf' } },
  Workflow: {
    name: { S: 'Invoices' },
    schema: { M: { total: { S: 'amount' } } },
    confidenceThreshold: { N: '0.5' },
    reviewThreshold: { N: '0.8' },
  },
} as const satisfies Record<string, Attributes>;
const common = {
  version: { N: '1' },
  createdAt: { S: '2026-11-20T10:00:00Z' },
  updatedAt: { S: '2026-11-20T10:00:00Z' },
};

describe.each(makers)('$row.name of a pipeline that writes only what the domain names', (made) => {
  const { entity, row } = made;
  const key = keys[entity];
  const named: Attributes = entity in declared ? declared[entity as keyof typeof declared] : {};

  it('lacks nothing', () => {
    expect(row(stored({ ...common, ...named, ...key })).problems).toEqual([]);
  });

  it('names an unreadable attribute once, and keeps the row', () => {
    const names = Object.keys({ ...common, ...named });
    const odd: AttributeValue[] = [{ NULL: true }, { N: '9'.repeat(38) }, { BOOL: true }, { B: 'AAE=' }];
    for (const name of names) {
      for (const value of odd) {
        const { problems } = row(stored({ ...common, ...named, ...key, [name]: value }));
        expect(problems.filter((problem) => problem.startsWith(name)).length).toBeLessThanOrEqual(1);
        expect(problems.every((problem) => problem.startsWith(name))).toBe(true);
      }
    }
  });
});

describe('a batch’s counts of its documents', () => {
  const countsOf = (attributes: Attributes) => batchRow(stored({ ...batch, ...attributes }));

  it('are zero for a status that they leave out', () => {
    const { counts } = countsOf({ counts: { M: { SUCCEEDED: { N: '97' }, FAILED: { N: '3' } } } });
    expect(counts).toEqual(aCount({ SUCCEEDED: 97, FAILED: 3 }));
  });

  it.each([
    ['missing', {}],
    ['null', { counts: { NULL: true } }],
    ['a text', { counts: { S: '{"FAILED":3}' } }],
    ['empty while it has documents', { counts: { M: {} }, documentCount: { N: '3' } }],
  ] as const)('are unknown if the attribute is %s', (_how, attributes) => {
    expect(countsOf(attributes).counts).toEqual(notCounted);
  });

  it('keep unknown statuses apart, and an unreadable one unknown', () => {
    const members = { ARCHIVED: { N: '4' }, FAILED: { N: '-1' }, 'на складе': { S: 'two' } };
    expect(countsOf({ counts: { M: members } })).toMatchObject({
      counts: aCount({ FAILED: null }),
      otherCounts: [
        { status: 'ARCHIVED', count: 4 },
        { status: 'на складе', count: null },
      ],
    });
  });
});

describe('the error of a document', () => {
  const errorOf = (error: AttributeValue) => documentRow(stored({ ...document, error })).error;

  it.each([
    ['a text', { S: 'Page 3 is blank' }, 'Page 3 is blank'],
    ['a number', { N: '504' }, '504'],
    ['a list', { L: [{ S: 'ocr' }, { N: '2' }] }, '[ocr, 2]'],
    [
      'a map with other names',
      { M: { type: { S: 'Timeout' }, cause: { M: { после: { S: '30 s' } } } } },
      'cause: {после: 30 s}, type: Timeout',
    ],
  ] as const)('is shown as it is: %s', (_what, error, message) => {
    expect(errorOf(error)).toEqual({ stage: null, code: null, message });
  });

  it('keeps an unknown stage and code, and shows the rest', () => {
    const error = { stage: { S: 'ocr-2' }, code: { N: '17' }, retries: { N: '3' } };
    expect(errorOf({ M: error })).toEqual({ stage: 'ocr-2', code: '17', message: 'retries: 3' });
  });

  it('separates causes by what is there', () => {
    const failed = (cause: string) => ({
      ...documentRow(stored({ ...document, error: { M: { why: { S: cause } } } })),
      documentId: cause,
    });
    const groups = failureGroups([failed('blank page'), failed('no table'), failed('blank page')]);
    expect(groups.map(({ documents }) => documents.length)).toEqual([2, 1]);
  });
});

describe('a partition that holds items of several kinds', () => {
  const failed = { GSI2PK: { S: 'TENANT#t#STATUS#FAILED' }, GSI2SK: { S: '2026-11-20T10:00:00Z' } };
  const project = { PK: { S: 'TENANT#t' }, SK: { S: 'PROJECT#p' } };
  const nested = { PK: batch.PK, SK: { S: 'BATCH#b#NOTE#1' } };
  const items = [batch, project, document, nested].map((key) =>
    stored({ ...key, ...failed, status: { S: 'FAILED' } }),
  );

  it('has a row for each batch, and shows the others by their kind', () => {
    const asked = { operation: 'Query' as const, table: 'main', index: 'GSI2', conditions: [] };
    const page = pageOfRows(
      { ok: true, value: { items, cursor: null, asked, throttled: 0, receipt: aReceipt } },
      batchRow,
      'Batch',
    );
    expect(page).toMatchObject({
      ok: true,
      value: {
        rows: [{ batchId: 'b' }],
        others: [
          { entity: 'Project', partitionKey: 'TENANT#t', sortKey: 'PROJECT#p' },
          { entity: 'Document', sortKey: 'DOCUMENT#d' },
          { entity: null, sortKey: 'BATCH#b#NOTE#1' },
        ],
      },
    });
    expect(itemsOfKind(items, 'Document').own).toHaveLength(1);
  });
});
