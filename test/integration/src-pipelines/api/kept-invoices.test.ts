import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashInvoice, readInvoice } from '#pipelines/extraction/accepted-invoices.ts';
import type { DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { findBatch, getDocument, queryUnder } from '#pipelines/extraction/read-items.ts';
import { toStoredWorkflow } from '#pipelines/extraction/stored-items.ts';
import { fromItem } from '#pipelines/plain-items.ts';
import { admin, anApi, reviewer, type Api } from '#test/builders/an-api.ts';
import { aField, plantBatch, type PlantedBatch } from '#test/builders/extraction-items.ts';
import { readPassport } from './read-passport.ts';

const schema = { supplier: 'text', invoiceNumber: 'text', total: 'money' };
/** The lines of a planted document add up to this. */
const total = aField('12.50');

function anInvoice(number: string, more: Partial<DocumentItem> = {}): Partial<DocumentItem> {
  const fields = { supplier: aField('Harrow & Pike Ltd'), invoiceNumber: aField(number), total };
  return { ...more, fields };
}

async function plantInvoices(api: Api, documents: readonly Partial<DocumentItem>[]): Promise<PlantedBatch> {
  const planted = await plantBatch(api, documents);
  await api.put(toStoredWorkflow({ ...planted.workflow, schema }));
  return planted;
}

/** The documents that are kept as accepted, by their ids, as the table has them. */
async function readKept(api: Api, numbers: readonly string[]): Promise<readonly string[]> {
  const kept: string[] = [];
  for (const number of numbers) {
    const invoice = readInvoice(anInvoice(number).fields, schema);
    const { PK } = keyOf.acceptedInvoice('northwind', invoice ? hashInvoice(invoice.key) : '', '');
    for await (const item of queryUnder(api.parts, { PK, SK: 'ACCEPTED#' })) {
      kept.push(String(fromItem(item)['documentId']));
    }
  }
  return kept.toSorted();
}

async function approve(api: Api, planted: PlantedBatch, index: number, more: object = {}) {
  const document = await getDocument(api.parts, planted.at(index));
  const body = { decision: 'approve', ...more };
  return api.call('reviewDocument', { params: planted.at(index), ifMatch: document?.version ?? 0, body });
}

describe('an accepted document', () => {
  it('is kept under its supplier and number, and a second one, however it is written, takes two people', async () => {
    const api = await anApi();
    const planted = await plantInvoices(api, [anInvoice('HP-10442'), anInvoice('hp 10442')]);
    expect(await approve(api, planted, 0)).toMatchObject({ status: 200 });
    expect(await readKept(api, ['HP-10442'])).toEqual([planted.at(0).documentId]);
    const refused = await approve(api, planted, 1);
    expect(refused).toMatchObject({ status: 422, body: { code: 'against-rules' } });
    expect(refused.body).toMatchObject({ rules: [{ rule: 'duplicate', weight: 'stop for two' }] });
    // The refusal names fields, and none of their values.
    expect(refused.text).not.toMatch(/10442|Harrow|12\.50/);
    const first = await approve(api, planted, 1, { reason: 'The carrier sent a corrected copy' });
    expect(first.body).toMatchObject({ document: { status: 'REVIEW_REQUIRED' } });
    const second = await api.call('reviewDocument', {
      as: reviewer,
      params: planted.at(1),
      ifMatch: 4,
      body: { decision: 'approve', reason: 'As he says' },
    });
    expect(second.body).toMatchObject({
      document: {
        status: 'SUCCEEDED',
        findings: [{ rule: 'duplicate', weight: 'stop for two', places: ['invoiceNumber', 'total'] }],
      },
    });
    expect(second.text).not.toContain('keptAs');
    expect(await readKept(api, ['HP-10442'])).toHaveLength(2);
    const passport = await readPassport(api, planted.at(1));
    expect(passport).toMatchObject([
      { what: 'first opinion' },
      { what: 'approved', after: { againstRules: 'duplicate: stop for two' } },
    ]);
  });

  it('when two copies are approved at once, one is accepted, and the other is refused as a duplicate', async () => {
    for (let round = 0; round < 5; round += 1) {
      const api = await anApi();
      const planted = await plantInvoices(
        api,
        Array.from({ length: 4 }, () => anInvoice('HP-10442')),
      );
      const answers = await Promise.all([0, 1, 2, 3].map((index) => approve(api, planted, index)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
      expect(await readKept(api, ['HP-10442'])).toHaveLength(1);
    }
  });

  it('two copies among the documents that a plan accepts are one accepted and one for a second person', async () => {
    const api = await anApi();
    const error = { stage: 'verify', code: 'ConfidenceTooLow', message: 'too low' } as const;
    const low = { status: 'FAILED', score: 0.5, error } as const;
    const planted = await plantInvoices(api, [
      anInvoice('HP-1', low),
      anInvoice('HP-1', low),
      anInvoice('HP-2', low),
    ]);
    const { tenantId, projectId, batchId } = planted.batch;
    const documents = planted.documents.map(({ documentId, version }) => ({ documentId, version }));
    const { body } = await api.call('acceptDocuments', {
      params: { tenantId, projectId, batchId },
      body: { documents, reason: 'Only the stamp is pale' },
    });
    expect(body).toMatchObject({
      documents: [{ outcome: 'accepted' }, { outcome: 'waits for a second person' }, { outcome: 'accepted' }],
    });
    expect(await readKept(api, ['HP-1', 'HP-2'])).toEqual([
      planted.at(0).documentId,
      planted.at(2).documentId,
    ]);
  });
});

type Step = readonly ['approve' | 'undo' | 'reprocess' | 'reject', number];

describe('in any order', () => {
  it(
    'the kept documents are those that a count of all accepted documents gives',
    { timeout: 120_000 },
    async () => {
      const numbers = ['A-1', 'A-1', 'A-2', 'A-1'];
      const step: fc.Arbitrary<Step> = fc.tuple(
        fc.constantFrom('approve', 'approve', 'undo', 'reprocess', 'reject'),
        fc.nat(numbers.length - 1),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
          const api = await anApi();
          const planted = await plantInvoices(
            api,
            numbers.map((number) => anInvoice(number)),
          );
          for (const [does, index] of steps) await take(api, planted, does, index);
          const accepted: string[] = [];
          for (const index of numbers.keys()) {
            const document = await getDocument(api.parts, planted.at(index));
            expect(document?.keptAs !== undefined).toBe(document?.status === 'SUCCEEDED');
            if (document?.status === 'SUCCEEDED') accepted.push(document.documentId);
          }
          expect(await readKept(api, ['A-1', 'A-2'])).toEqual(accepted.toSorted());
          const { counts } = (await findBatch(api.parts, planted.batch.batchId)) ?? {};
          expect(counts?.SUCCEEDED).toBe(accepted.length);
        }),
        { numRuns: 12 },
      );
    },
  );
});

/** A reviewer takes the step, or another one where the first may not. What is refused changes nothing. */
async function take(api: Api, planted: PlantedBatch, does: Step[0], index: number): Promise<void> {
  const params = planted.at(index);
  const { version = 0, documentId = '' } = (await getDocument(api.parts, params)) ?? {};
  for (const as of [admin, reviewer]) {
    const call = { as, params, ifMatch: version };
    const reason = 'It is so';
    const { status } =
      does === 'approve'
        ? await api.call('reviewDocument', { ...call, body: { decision: 'approve', reason } })
        : does === 'reject'
          ? await api.call('reviewDocument', { ...call, body: { decision: 'reject', reason } })
          : does === 'undo'
            ? await api.call('undoReview', call)
            : await api.call('reprocessDocuments', {
                as,
                params: { batchId: planted.batch.batchId },
                body: { documentIds: [documentId] },
              });
    if (status < 300) return;
  }
}
