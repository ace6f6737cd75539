import { describe, expect, test } from 'vitest';
import { valueProblem } from '#shared/catalogue/keys/hole-value.ts';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { askSamples, entityOfSample, listExamples, readText } from './ask-samples.ts';

const ask = (pattern: string, params: Readonly<Record<string, string>> = {}) =>
  askSamples(extraction, pattern, { ...listExamples(extraction), ...params });
const keysOf = (pattern: string, params?: Readonly<Record<string, string>>): unknown[] =>
  ask(pattern, params).map(({ SK }) => SK);

const samplesOf = (entity: string) =>
  extraction.samples.main.filter((item) => entityOfSample(extraction, 'main', item) === entity);

describe('the extraction pipeline', () => {
  test.each([
    ['tenantById', 'GetItem', null],
    ['userByEmail', 'Query', 'GSI1'],
    ['workflowsByChange', 'Query', 'GSI1'],
    ['batchesByStatus', 'Query', 'GSI2'],
    ['documentsByStatus', 'Query', 'GSI2'],
    ['batchById', 'Query', 'GSI3'],
    ['batchByKey', 'GetItem', null],
    ['documentById', 'GetItem', null],
    ['documentsOfBatch', 'Query', null],
    ['documentsByKeys', 'BatchGetItem', null],
    ['documentHistory', 'Query', null],
  ])('answers "%s" by %s on %s', (pattern, operation, indexName) => {
    expect(locate(extraction, pattern)).toMatchObject({ operation, indexName });
  });

  test('lists tenants from their directory', () => {
    expect(keysOf('tenants')).toEqual(['TENANT#alder-finch', 'TENANT#northwind']);
  });

  test('lists workflows by their last change, and by id', () => {
    expect(keysOf('workflowsByChange')).toEqual(['WORKFLOW#carrier-invoices', 'WORKFLOW#customs-forms']);
    expect(keysOf('workflowsOfProject')).toHaveLength(2);
  });

  test('lists the workflows that have an objective, which is in their own items', () => {
    const [listed] = keysOf('objectives');
    expect(listed).toBe('TENANT#northwind#PROJECT#freight-invoices#WORKFLOW#carrier-invoices');
    const promised = samplesOf('Workflow').filter((item) => item['objective'] !== undefined);
    expect(promised.map(({ PK, SK }) => JSON.stringify([PK, SK]).slice(2, -2).replace('","', '#'))).toEqual([
      listed,
    ]);
  });

  test('lists the batches of a project without its workflows', () => {
    expect(keysOf('batchesOfProject')).toHaveLength(4);
  });

  test('finds an item in GSI2 only in a status that a question asks for', () => {
    const indexed = extraction.samples.main.filter(
      (item) => typeof item['GSI2PK'] === 'string' && !item['GSI2PK'].endsWith('#ACTIVITY'),
    );
    expect(new Set(indexed.map(({ status }) => status))).toEqual(
      new Set(['PROCESSING', 'FAILED', 'REVIEW_REQUIRED']),
    );
    expect(keysOf('documentsByStatus', { status: 'REJECTED' })).toEqual([]);
    expect(keysOf('documentsOfBatch')).toHaveLength(4);
  });

  test('orders failures by time, newest first, and can ask for those before a time', () => {
    expect(keysOf('documentsByStatus')).toEqual(['DOCUMENT#doc-01M7SJ8EE0A2', 'DOCUMENT#doc-01M7SJ8EE0A1']);
    expect(keysOf('documentsByStatusBefore', { before: '2026-11-19T10:00:00.000Z' })).toEqual([
      'DOCUMENT#doc-01M7SJ8EE0A1',
    ]);
  });

  test('never answers across tenants', () => {
    const northwind = ask('batchesByStatus', { status: 'REVIEW_REQUIRED' });
    const alder = ask('batchesByStatus', { status: 'REVIEW_REQUIRED', tenantId: 'alder-finch' });
    expect([northwind.length, alder.length]).toEqual([0, 1]);
  });

  test('stores the counts of its documents in each batch', () => {
    const documents = samplesOf('Document');
    for (const batch of samplesOf('Batch')) {
      const own = documents.filter((one) =>
        readText(one, 'PK').endsWith(`#BATCH#${readText(batch, 'GSI3PK')}`),
      );
      const counts = new Map<string, number>();
      for (const one of own) {
        const status = readText(one, 'status');
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
      expect(batch['counts']).toEqual(Object.fromEntries(counts));
      expect(batch['documentCount']).toBe(own.length);
    }
  });

  test('has documents in every status, and scores that agree with the thresholds', () => {
    const documents = samplesOf('Document');
    const statuses = Object.keys(extraction.entities.Document.status.moves);
    expect(new Set(documents.map(({ status }) => status))).toEqual(new Set(statuses));
    for (const { score, status, reviewedBy } of documents) {
      if (score === undefined || reviewedBy !== undefined) continue;
      // The scores are above both workflows' review thresholds, or between the two thresholds of each.
      expect(status).toBe(Number(score) >= 0.95 ? 'SUCCEEDED' : 'REVIEW_REQUIRED');
    }
  });

  test('has events whose ids contain their time, read newest first', () => {
    const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    for (const event of [...samplesOf('DocumentEvent'), ...samplesOf('WorkflowEvent')]) {
      const ulid = readText(event, 'SK').slice('EVENT#'.length);
      expect(valueProblem('ulid', ulid)).toBeUndefined();
      const ms = ulid
        .slice(0, 10)
        .split('')
        .reduce((sum, digit) => sum * 32 + digits.indexOf(digit), 0);
      expect(new Date(ms).toISOString()).toBe(event['createdAt']);
    }
    expect(ask('documentHistory').map(({ what }) => what)).toEqual(['reprocessed', 'failed']);
    expect(ask('workflowHistory').map(({ what }) => what)).toEqual(['thresholds changed', 'created']);
  });

  test('keeps e-mail addresses and extracted values private', () => {
    const { User, Document, DocumentEvent } = extraction.entities;
    expect(User.attributes.email.private).toBe('an e-mail address');
    expect(User.attributes.GSI1PK.private).toBe('an e-mail address');
    expect(Document.attributes.fields.private).toBe('extracted values');
    expect(DocumentEvent.attributes.after.private).toBe('extracted values');
  });

  test('reads scores without the extracted values', () => {
    expect(extraction.patterns.documentScores.attributes).not.toContain('fields');
  });
});
