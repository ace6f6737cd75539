import { documentStatuses } from '#shared/domain/statuses.ts';
import type { AttributeValue, Item } from '../../aws/dynamodb/values/attribute-value.ts';
import { keyOf, statusIndexKeys } from '../../pipelines/extraction/keys.ts';
import { toAttributes } from './lazy-telling.ts';
import { quillWorkflows } from './quill.ts';

/** Batches that an import of the old system wrote into the table by hand: no run, no file, no passport. */
export function importedItems(at: string, idOf: (name: string) => string): Item[] {
  const documents = oddDocuments(at);
  const [odd, empty, bare] = [idOf('odd'), idOf('empty'), idOf('bare')];
  return [
    {
      ...batchKeys(odd, 'FAILED', at),
      ...batchAttributes('FAILED', at, documents.length, countsOf(documents)),
    },
    ...documents.map((document) => ({ ...documentKeys(odd, document, at), ...document.attributes })),
    { ...batchKeys(empty, 'SUCCEEDED', at), ...batchAttributes('SUCCEEDED', at, 0, countsOf([])) },
    // All that an index needs to list it, and nothing that a list would show.
    batchKeys(bare, 'REVIEW_REQUIRED', at),
  ];
}

const { tenantId, projectId, workflowId } = quillWorkflows.archive;

function batchKeys(batchId: string, status: string, at: string): Item {
  return toAttributes({
    ...keyOf.batch(tenantId, projectId, batchId),
    ...statusIndexKeys({ tenantId }, status, at),
    GSI3PK: batchId,
    GSI3SK: 'BATCH',
  });
}

function batchAttributes(
  status: string,
  at: string,
  documentCount: number,
  counts: Readonly<Record<string, number>>,
): Record<string, AttributeValue> {
  return toAttributes({
    version: 1,
    createdAt: at,
    updatedAt: at,
    status,
    workflowId,
    counts,
    documentCount,
    received: documentCount,
    run: 0,
    runs: {},
    confidenceThreshold: 0.5,
    reviewThreshold: 0.8,
    submittedBy: 'import-of-1998.pl',
  });
}

function documentKeys(batchId: string, { name, counted }: OddDocument, at: string): Item {
  return toAttributes({
    ...keyOf.document(tenantId, batchId, `doc-${name}`),
    ...statusIndexKeys({ tenantId, batchId }, counted ?? '', at),
  });
}

function countsOf(documents: readonly OddDocument[]): Record<string, number> {
  return Object.fromEntries(
    documentStatuses.map((status) => [status, documents.filter(({ counted }) => counted === status).length]),
  );
}

type Attributes = Readonly<Record<string, AttributeValue>>;

interface OddDocument {
  /** What is left of its id behind the batch's. */
  readonly name: string;
  /** In the counts of its batch; those without one are not counted. */
  readonly counted?: 'FAILED' | 'SUCCEEDED' | 'REVIEW_REQUIRED';
  readonly attributes: Attributes;
}

/** Documents as no pipeline of today writes them: an import of the old system did, by hand. */
export function oddDocuments(at: string): readonly OddDocument[] {
  const times = { createdAt: { S: at }, updatedAt: { S: at } };
  const whole = { ...times, version: { N: '1' }, run: { N: '1' } };
  return [
    { name: 'KEYS-ONLY', attributes: {} },
    { name: 'NO-STATUS', attributes: { ...whole, fileName: { N: '20190412' }, objectKey: { NULL: true } } },
    { name: 'OTHER-STATUS', attributes: { ...whole, status: { S: 'ARCHIVED' }, fileName: { S: '' } } },
    {
      name: 'TEXTS-FOR-NUMBERS',
      counted: 'SUCCEEDED',
      attributes: {
        ...times,
        status: { S: 'SUCCEEDED' },
        version: { S: '3' },
        run: { S: 'first' },
        fileName: { S: 'typed.pdf' },
        score: { S: '0.97' },
        fields: { L: [{ S: 'reference' }, { S: 'AB-77' }] },
        usage: { NULL: true },
        lineItems: { M: {} },
      },
    },
    {
      name: 'ERROR-AS-TEXT',
      counted: 'FAILED',
      attributes: { status: { S: 'FAILED' }, fileName: { S: 'faxed.pdf' }, error: { S: 'it broke' } },
    },
    {
      name: 'ERROR-WITHOUT-CODE',
      counted: 'FAILED',
      attributes: {
        ...whole,
        status: { S: 'FAILED' },
        fileName: { S: 'scanned.pdf' },
        stage: { S: 'shredder' },
        error: { M: { message: { L: [{ S: 'paper' }, { N: '42' }] } } },
      },
    },
    {
      name: 'FIELDS-OF-ALL-KINDS',
      counted: 'REVIEW_REQUIRED',
      attributes: {
        ...whole,
        status: { S: 'REVIEW_REQUIRED' },
        fileName: { S: 'mixed.pdf' },
        score: { N: '0.74' },
        claimExpiresAt: { S: 'tomorrow' },
        fields: {
          M: {
            total: { N: '9007199254740993' },
            issuedOn: { BOOL: true },
            reference: { M: { value: { NULL: true }, confidence: { S: 'high' } } },
            sizes: { NS: ['0.0000001', '2'] },
            tags: { SS: ['a', 'ä'] },
            nothing: { NULL: true },
          },
        },
      },
    },
    {
      // Names that an object has already. An item may use them like others.
      name: 'OTHERS-NAMES',
      counted: 'SUCCEEDED',
      attributes: {
        ...whole,
        status: { S: 'SUCCEEDED' },
        fileName: { S: '__proto__.pdf' },
        fields: { M: named(['__proto__', 'constructor', 'toString', 'hasOwnProperty']) },
      },
    },
    {
      // In milliseconds, so that it never goes.
      name: 'TTL-IN-MS',
      counted: 'SUCCEEDED',
      attributes: {
        ...whole,
        status: { S: 'SUCCEEDED' },
        fileName: { S: 'for ever.pdf' },
        ttl: { N: String(Date.parse(at)) },
      },
    },
  ];
}

function named(names: readonly string[]): Record<string, AttributeValue> {
  const field = { M: { value: { S: 'x' }, confidence: { N: '1' }, readBy: { S: 'textract' } } };
  return Object.fromEntries(names.map((name) => [name, field]));
}
