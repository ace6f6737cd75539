import { describe, expect, it } from 'vitest';
import { planPast } from '#local/world/past/past-plan.ts';
import { extractionParameters } from '#shared/catalogue/systems/extraction-system.ts';

const anchor = Date.UTC(2026, 10, 20, 18);
const day = 86_400_000;
const plan = planPast({ seed: '1', anchor });
const ordinary = plan.batches.filter(({ workflow }) => workflow.tenantId !== 'quill');

describe('the plan of the past', () => {
  it('has three ordinary tenants with a month of batches, more of them in the last days', () => {
    const tenants = plan.tenants.filter(({ tenantId }) => tenantId !== 'quill');
    const projects = tenants.flatMap((tenant) => tenant.projects);
    expect(tenants.map(({ tenantId }) => tenantId)).toEqual(['northwind', 'alder-finch', 'kestrel']);
    expect(projects).toHaveLength(7);
    expect(projects.flatMap(({ workflows }) => workflows)).toHaveLength(12);
    expect(ordinary).toHaveLength(56);
    const documents = ordinary.reduce((sum, { size }) => sum + size, 0);
    expect(documents).toBeGreaterThan(6_250);
    expect(documents).toBeLessThan(6_750);
    const since = (days: number): number =>
      ordinary.filter(({ submittedAt }) => submittedAt > anchor - days * day).length;
    expect(since(30)).toBe(56);
    expect(since(3)).toBeGreaterThanOrEqual(10);
    expect(ordinary.every(({ submittedAt }) => submittedAt < anchor)).toBe(true);
  });

  it('has batches and documents by the ids that the catalogue gives as examples', () => {
    const { tenantId, projectId, workflowId, batchId, documentId } = extractionParameters;
    const batch = plan.batches.find((one) => one.batchId === batchId.example);
    expect(batch?.workflow).toMatchObject({
      tenantId: tenantId.example,
      projectId: projectId.example,
      workflowId: workflowId.example,
    });
    const ids = Array.from({ length: batch?.size ?? 0 }, (_, index) => batch?.document(index).documentId);
    expect(ids).toContain(documentId.example);
  });

  it('gives every document an id of its own, in the order of its batch', () => {
    const all = new Set<string>();
    for (const batch of plan.batches) {
      const ids = Array.from({ length: batch.size }, (_, index) => batch.document(index).documentId);
      expect(ids).toEqual(ids.toSorted());
      for (const id of ids) all.add(`${batch.workflow.tenantId}/${id}`);
    }
    expect(all.size).toBe(plan.batches.reduce((sum, { size }) => sum + size, 0));
  });

  it('is the same for the same seed, and different for another', () => {
    const ids = (seed: string): string[] => planPast({ seed, anchor }).batches.map(({ batchId }) => batchId);
    expect(ids('1')).toEqual(plan.batches.map(({ batchId }) => batchId));
    const others = new Set(ids('2'));
    // Only the examples keep their ids.
    expect(ids('1').filter((id) => others.has(id))).toEqual([extractionParameters.batchId.example]);
  });
});
