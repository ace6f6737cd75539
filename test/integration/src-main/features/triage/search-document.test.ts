import { describe, expect, it } from 'vitest';
import { documentSearch, mostUnitsOfDocumentSearch } from '#shared/domain/document-search.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { buildPerson } from '#test/unit/src-main/aws/scope/a-person.ts';
import { aDesk, type Desk } from './a-desk.ts';

/** A document of a failed batch, found through a desk of its own: the one that searches has not seen it. */
async function aDocument(desk: Desk, tenantId: string) {
  const batches = valueOf(await desk.call('batches.byStatus', { tenantId, status: 'FAILED' })).rows;
  const { batchId = '' } = batches[0] ?? {};
  const documents = valueOf(await desk.call('documents.byStatus', { tenantId, batchId, status: 'FAILED' }));
  return { tenantId, batchId, documentId: documents.rows[0]?.documentId ?? '' };
}

describe('a document whose batch is not known', { timeout: 60_000 }, () => {
  it('is found among the newest batches of a tenant, for less than the budget', async () => {
    const desk = await aDesk();
    const { documentId, ...place } = await aDocument(desk, 'northwind');
    const answer = await desk.call('lookup.searchDocument', { documentId, tenantId: 'northwind' });
    expect(valueOf(answer)).toMatchObject({ found: [place], where: 'newest batches' });
    expect(answer.receipt?.rru).toBeLessThanOrEqual(mostUnitsOfDocumentSearch['newest batches']);
  });

  it('is found among the batches of all tenants that need attention', async () => {
    const desk = await aDesk();
    const { documentId, ...place } = await aDocument(desk, 'northwind');
    const answer = await desk.call('lookup.searchDocument', { documentId, tenantId: null });
    expect(valueOf(answer)).toMatchObject({ found: [place], where: 'batches that need attention' });
    expect(answer.receipt?.rru).toBeLessThanOrEqual(mostUnitsOfDocumentSearch['batches that need attention']);
  });

  it('is not found where it is not, and the answer says how many batches were asked', async () => {
    const desk = await aDesk();
    const answer = valueOf(
      await desk.call('lookup.searchDocument', { documentId: 'doc-gone', tenantId: 'northwind' }),
    );
    expect(answer.found).toEqual([]);
    expect(answer.asked).toBeGreaterThan(0);
    expect(answer.asked).toBeLessThanOrEqual(documentSearch.batches);
  });

  it('is looked for in the own tenants only, by a person who sees no others', async () => {
    const desk = await aDesk();
    const { documentId } = await aDocument(desk, 'northwind');
    desk.be({ who: buildPerson('alder-finch') });
    const own = valueOf(await desk.call('lookup.searchDocument', { documentId, tenantId: null }));
    expect(own).toMatchObject({ found: [], where: 'newest batches' });
    expect(await desk.call('lookup.searchDocument', { documentId, tenantId: 'northwind' })).toMatchObject({
      ok: false,
      failure: { code: 'tenant-out-of-scope' },
    });
  });
});
