import { describe, expect, it } from 'vitest';
import { auditedFields } from '#main/features/documents/documents-handlers.ts';
import { goodDocumentSearch, isSupplierField, mostUnitsOfGoodSearch } from '#shared/domain/good-document.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aDesk, type Desk } from './a-desk.ts';

const northwind = { tenantId: 'northwind' };

async function failedBatch({ call }: Desk) {
  const page = valueOf(await call('batches.byStatus', { ...northwind, status: 'FAILED' }));
  const batch = page.rows.find(({ counts }) => (counts.FAILED ?? 0) > 2 && (counts.SUCCEEDED ?? 0) > 2);
  if (batch === undefined) throw new Error('The told world has no such batch.');
  const { batchId, projectId } = batch;
  const workflowId = batch.workflowId ?? '';
  return { batch, key: { ...northwind, batchId }, project: { projectId, workflowId } };
}

/** Returns the name of the supplier, which the workflow calls in its own way. */
async function supplierIn(
  { call }: Desk,
  place: { readonly tenantId: string; readonly batchId: string; readonly documentId: string },
  fields: readonly { readonly name: string }[],
): Promise<string> {
  const field = fields.find(({ name }) => isSupplierField(name))?.name ?? '';
  return valueOf(await call('documents.reveal', { ...place, field })).value ?? '';
}

// The SDK is loaded once, which takes a while on a busy machine.
describe('a good document to compare with', { timeout: 60_000 }, () => {
  it('is of the same workflow, and of the same supplier where that is known', async () => {
    const desk = await aDesk();
    const { key, project } = await failedBatch(desk);
    const all = valueOf(await desk.call('documents.ofBatch', { ...key, pageSize: 100 }));
    const compared = all.rows.find(({ status }) => status === 'REVIEW_REQUIRED' || status === 'SUCCEEDED');
    const documentId = compared?.documentId ?? '';
    const answer = await desk.call('documents.findGood', { ...key, ...project, documentId });
    const good = valueOf(answer);
    expect(good.isSupplierKnown).toBe(true);
    expect(good.documents.length).toBeGreaterThan(0);
    expect(good.documents.map((one) => one.documentId)).not.toContain(documentId);
    expect(answer.receipt?.rru).toBeLessThanOrEqual(mostUnitsOfGoodSearch);
    const [best] = good.documents;
    if (best === undefined) throw new Error('There is none');
    const supplierOf = async (of: typeof best | { batchId: string; documentId: string }) => {
      const { batchId, documentId: one } = of;
      const place = { ...northwind, batchId, documentId: one };
      const { fields } = valueOf(await desk.call('documents.read', place));
      const field = fields.find(({ name }) => ['supplier', 'carrier', 'issuer'].includes(name))?.name ?? '';
      return valueOf(await desk.call('documents.reveal', { ...place, field })).value;
    };
    if (best.supplier === 'same') {
      expect(await supplierOf(best)).toBe(await supplierOf({ batchId: key.batchId, documentId }));
    }
    // The name of a supplier is compared in main and stays there.
    expect(JSON.stringify(good)).not.toContain(await supplierOf(best));
  });

  it('of the same supplier is offered first to a document that failed for its score', async () => {
    const desk = await aDesk();
    const kestrel = { tenantId: 'kestrel' };
    const { rows } = valueOf(await desk.call('batches.byStatus', { ...kestrel, status: 'FAILED' }));
    const batch = rows.find(({ workflowId }) => workflowId === 'inspection-forms');
    if (batch === undefined) throw new Error('Kestrel has no failed batch of inspection forms.');
    const { batchId, projectId } = batch;
    const key = { ...kestrel, batchId };
    const failed = valueOf(await desk.call('documents.byStatus', { ...key, status: 'FAILED' })).rows;
    const documentId = failed.find(({ error }) => error?.code === 'ConfidenceTooLow')?.documentId ?? '';
    const project = { projectId, workflowId: 'inspection-forms' };
    const good = valueOf(await desk.call('documents.findGood', { ...key, ...project, documentId }));
    expect(good.isSupplierKnown).toBe(true);
    const suppliers = good.documents.map(({ supplier }) => supplier);
    expect(suppliers[0]).toBe('same');
    expect(suppliers.lastIndexOf('same')).toBeLessThan(suppliers.indexOf('other'));
    for (const one of good.documents) {
      const place = { ...kestrel, batchId: one.batchId, documentId: one.documentId };
      const { fields, status } = valueOf(await desk.call('documents.read', place));
      expect(status).toBe('SUCCEEDED');
      expect(await supplierIn(desk, place, fields)).toEqual(
        one.supplier === 'same'
          ? await supplierIn(desk, { ...key, documentId }, fields)
          : expect.not.stringMatching(await supplierIn(desk, { ...key, documentId }, fields)),
      );
    }
  });

  it('is found by a key, a page and nothing more where the supplier of the failed one is unknown', async () => {
    const desk = await aDesk();
    const { key, project } = await failedBatch(desk);
    const failed = valueOf(await desk.call('documents.byStatus', { ...key, status: 'FAILED' }));
    const unread = failed.rows.find(({ error }) => error?.code !== 'LowConfidence');
    desk.sent();
    const answer = await desk.call('documents.findGood', {
      ...key,
      ...project,
      documentId: unread?.documentId ?? '',
    });
    const good = valueOf(answer);
    expect(good.isSupplierKnown).toBe(false);
    expect(good.documents[0]).toMatchObject({ batchId: key.batchId, supplier: 'unknown' });
    expect(desk.sent()).toEqual(['GetItem', 'Query']);
    expect(good.looked).toBeLessThanOrEqual(goodDocumentSearch.firstPage);
  });

  it('is looked for in no other workflow, and an absent document is reported as absent', async () => {
    const desk = await aDesk();
    const { key, project } = await failedBatch(desk);
    const asked = { ...key, ...project, documentId: 'doc-none' };
    expect(await desk.call('documents.findGood', asked)).toMatchObject({
      ok: false,
      failure: { code: 'not-found' },
    });
  });
});

describe('revealing all fields', { timeout: 60_000 }, () => {
  it('is one read, and gives what revealing each gives', async () => {
    const desk = await aDesk();
    const { key } = await failedBatch(desk);
    const all = valueOf(await desk.call('documents.ofBatch', { ...key, pageSize: 100 }));
    const { documentId } = all.rows.find(({ status }) => status === 'SUCCEEDED') ?? { documentId: '' };
    const { fields } = valueOf(await desk.call('documents.read', { ...key, documentId }));
    const names = fields.map(({ name }) => name);
    desk.sent();
    const revealed = valueOf(
      await desk.call('documents.revealFields', { ...key, documentId, fields: [...names, 'none', 'none'] }),
    );
    expect(desk.sent()).toEqual(['GetItem']);
    expect(revealed.shown.map(({ field }) => field)).toEqual(names);
    expect(revealed.kept).toEqual([{ field: 'none', why: expect.stringContaining('no field "none"') }]);
    const [first] = revealed.shown;
    const one = await desk.call('documents.reveal', { ...key, documentId, field: names[0] ?? '' });
    expect(valueOf(one)).toEqual({ value: first?.value, readings: first?.readings });
  });

  it('says in the audit trail how many, each name once', () => {
    expect(auditedFields('documents.revealFields', { fields: ['total', 'tax', 'tax'] })).toEqual({
      fields: '2',
    });
    expect(auditedFields('documents.reveal', { field: 'total' })).toEqual({});
  });
});
