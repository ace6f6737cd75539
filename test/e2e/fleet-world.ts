import type { Page } from '@playwright/test';
import type { FleetBatch, FleetCounts, FleetList, FleetPage, Kept } from '#shared/contract/fleet.ts';
import { answer, failedBatches } from './triage-world.ts';

export const whole: Kept = {
  state: 'kept',
  upTo: new Date().toISOString(),
  keptSince: '2026-11-01T00:00:00.000Z',
  wholeSince: '2026-11-01T00:04:10.000Z',
};

const tenants = { northwind: 'Northwind Logistics', kestrel: 'Kestrel Foods' } as const;

/** Answers the questions about all tenants from the failed batches of the sandbox, repeated `times`. */
export async function answerFleet(
  page: Page,
  { kept = whole, times = 1 }: { readonly kept?: Kept; readonly times?: number } = {},
): Promise<readonly FleetBatch[]> {
  const rows: FleetBatch[] = [];
  for (const [tenantId, tenantName] of Object.entries(tenants)) {
    for (const batch of await failedBatches(page, tenantId)) {
      rows.push({
        tenantId,
        tenantName,
        projectId: batch.projectId,
        workflowId: batch.workflowId,
        batchId: batch.batchId,
        status: batch.status,
        listedAt: batch.statusSince,
        since: batch.statusSince,
        changedAt: batch.updatedAt,
        counts: batch.counts,
        documentCount: batch.documentCount,
        causes: [
          { fingerprint: 'b8cf51', count: batch.counts.FAILED ?? 1, stage: 'gap-fill', code: 'ThrottlingException', pattern: 'ThrottlingException: Too many requests, … attempt' },
          ...(rows.length % 3 === 0 ? [{ fingerprint: '03c55c', count: 2, stage: 'textract', code: 'UnsupportedDocument', pattern: 'UnsupportedDocument: The PDF ends after …' }, { fingerprint: 'e4a77c', count: 1, stage: 'verify', code: null, pattern: 'x' }] : []),
        ],
        waiting: batch.counts.REVIEW_REQUIRED,
        oldestReviewAt: (batch.counts.REVIEW_REQUIRED ?? 0) > 0 ? batch.statusSince : null,
        deliveriesGivenUp: rows.length % 4,
        givenUpAt: batch.statusSince,
        problems: [],
      });
    }
  }
  const all = Array.from({ length: times }, (_, at) =>
    at === 0 ? rows : rows.map((row) => ({ ...row, batchId: `${row.batchId}-${String(at)}` })),
  ).flat();
  await page.route('**/call/fleet.batches', async (route) => {
    const { input } = JSON.parse(route.request().postData() ?? '{}') as { input: { list: FleetList; order?: 'newest' | 'longest'; fingerprint?: string; cursor?: string; tenantId?: string; workflowId?: string } };
    const matching = all.filter((row) =>
      (input.fingerprint === undefined || row.causes.some((c) => c.fingerprint === input.fingerprint)) &&
      (input.tenantId === undefined || row.tenantId === input.tenantId) &&
      (input.workflowId === undefined || row.workflowId === input.workflowId) && input.list !== 'standing-still');
    const sorted = matching.toSorted((a, b) => (a.listedAt ?? '').localeCompare(b.listedAt ?? ''));
    if ((input.order ?? 'newest') === 'newest') sorted.reverse();
    const from = Number(input.cursor ?? 0);
    const shown = sorted.slice(from, from + 50);
    const next = from + 50 < sorted.length ? String(from + 50) : null;
    const value: FleetPage = { rows: shown, cursor: next, order: input.order ?? 'newest', kept, read: { batches: shown.length, matched: shown.length, budget: 400, calls: 8, isCut: false }, throttled: 0, readAt: new Date().toISOString() };
    await route.fulfill({ json: { ok: true, value, receipt: { pattern: 'extraction.attentionByStatus', index: 'GSI2', pages: 8, items: shown.length, rru: 4.5, bytes: 20_000, ms: 12, asOf: value.readAt } } });
  });
  await page.route('**/call/fleet.counts', async (route) => {
    const one = (count: number, isAtLeast = false) => ({ batches: { count, isAtLeast }, documents: { count: count * 5, isAtLeast }, tenants: { count: 2, isAtLeast } });
    const value: FleetCounts = { kept, lists: kept.state === 'kept' ? { failed: one(all.length), review: one(200, true), running: one(9), 'standing-still': one(0), deliveries: one(4) } : null, calls: 40, problems: [], readAt: new Date().toISOString() };
    await route.fulfill({ json: { ok: true, value } });
  });
  void answer;
  return all;
}
