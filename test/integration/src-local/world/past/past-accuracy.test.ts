import { describe, expect, it } from 'vitest';
import type { FieldAccuracy } from '#shared/contract/review-figures.ts';
import { observedAccuracy } from '#shared/domain/review/observed-accuracy.ts';
import { followBatch } from '#local/world/past/batch-course.ts';
import { toStoredDocument } from '#pipelines/extraction/stored-items.ts';
import { buildDocument } from '#local/world/past/document-item.ts';
import { toAttributes } from '#local/world/past/lazy-telling.ts';
import { planPast } from '#local/world/past/past-plan.ts';
import { judgedFields } from '#main/features/review/read-accuracy.ts';

const anchor = Date.UTC(2026, 10, 20, 18);
/** Review learns from this many documents of a workflow. */
const newest = 12;

describe.each(['1', '7'])('how often the readers were right, with seed %s', (seed) => {
  it.each(['carrier-invoices', 'milk-delivery-notes', 'goods-in-notes', 'repair-invoices'])(
    'is known for %s, and the scores of some fields show it',
    (workflowId) => {
      const fields = observed(seed, workflowId);
      for (const { field, n } of fields) expect(n, field).toBeGreaterThanOrEqual(30);
      const ranking = fields.filter(({ verdict }) => verdict === 'ranks');
      expect(ranking.length).toBeGreaterThanOrEqual(3);
      // No mistake was ever found in some fields, so their scores cannot be judged.
      expect(fields.some(({ verdict }) => verdict === 'does not rank')).toBe(true);
    },
  );

  it('includes the total of a carrier’s invoice', () => {
    const total = observed(seed, 'carrier-invoices').find(({ field }) => field === 'total');
    expect(total).toMatchObject({ verdict: 'ranks' });
    expect(total?.n).toBeGreaterThan(100);
  });

  it('is unknown without checks', () => {
    const fields = observed(seed, 'fuel-invoices');
    expect(new Set(fields.map(({ verdict }) => verdict))).toEqual(new Set(['too few']));
  });
});

function observed(seed: string, workflowId: string): FieldAccuracy[] {
  const judged = planPast({ seed, anchor })
    .batches.filter(({ workflow }) => workflow.workflowId === workflowId)
    .slice(-newest)
    .flatMap((batch) => {
      const course = followBatch(batch, anchor);
      return course.documents
        .filter(({ acts }) => acts.length > 0)
        .flatMap((document) => {
          const attributes = toAttributes(toStoredDocument(buildDocument(course, document)));
          return judgedFields({ attributes }, batch.workflow.schema, anchor) ?? [];
        });
    });
  return observedAccuracy(judged);
}
