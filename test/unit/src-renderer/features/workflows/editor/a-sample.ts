import type { ScoredDocument, WorkflowSample } from '#shared/contract/workflows.ts';
import { addTotals, emptyTotals, computeTotals } from '#shared/pricing/usage-totals.ts';

export function aDocument(score: number, judged: ScoredDocument['judged'] = null): ScoredDocument {
  return { score, judged, put: 'REVIEW_REQUIRED', wasChecked: false };
}

export function documents(count: number, score: number, judged: ScoredDocument['judged'] = null) {
  return Array.from({ length: count }, () => aDocument(score, judged));
}

/** Returns the usage of documents with one page each, none of which a model has read. */
export function aUsage(count: number) {
  const one = computeTotals({ textract: { pages: 1, ms: 1_000 }, gapFill: null, verify: null });
  let sum = emptyTotals;
  for (let at = 0; at < count; at += 1) sum = addTotals(sum, one);
  return sum;
}

export function aSample(over: Partial<WorkflowSample> = {}): WorkflowSample {
  const scored = over.documents ?? [];
  return {
    workflowId: 'carrier-invoice',
    documents: scored,
    withoutScore: 0,
    failedOtherwise: 0,
    read: scored.length,
    batches: 3,
    from: '2026-11-03T09:00:00.000Z',
    to: '2026-11-20T11:00:00.000Z',
    endedBy: 'all',
    days: 30,
    cutAfter: null,
    intake: { documents: 300, days: 30, isAtLeast: false },
    reviewSeconds: null,
    usage: aUsage(scored.length),
    running: { batches: [], isAtLeast: false },
    readAt: '2026-11-20T12:00:00.000Z',
    ...over,
  };
}
