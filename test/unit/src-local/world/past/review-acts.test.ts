import { describe, expect, it } from 'vitest';
import { followBatch, type BatchCourse, type DocumentCourse } from '#local/world/past/batch-course.ts';
import { findCorrection } from '#local/world/past/document-item.ts';
import { listReviewers } from '#local/world/past/tenants.ts';
import { planPast } from '#local/world/past/past-plan.ts';

const anchor = Date.UTC(2026, 10, 20, 18);
const courses = planPast({ seed: '1', anchor }).batches.map((batch) => followBatch(batch, anchor));
const looked = courses.filter(({ documents }) => listChecked(documents).length > 0);

describe('quality checks', () => {
  it('cover about one in ten automatically accepted documents, in some batches of a few workflows', () => {
    const workflows = looked.map(({ batch }) => `${batch.workflow.tenantId}/${batch.workflow.workflowId}`);
    expect([...new Set(workflows)].toSorted()).toEqual([
      'alder-finch/repair-invoices',
      'kestrel/milk-delivery-notes',
      'northwind/carrier-invoices',
      'northwind/goods-in-notes',
    ]);
    for (const { documents } of looked) {
      const checked = listChecked(documents);
      const accepted = documents.filter(({ status, decision }) => status === 'SUCCEEDED' && !decision);
      for (const document of checked) expect(accepted).toContain(document);
      expect(checked.length / accepted.length).toBeGreaterThan(0.075);
      expect(checked.length / accepted.length).toBeLessThan(0.105);
    }
    // Some of the checked documents succeeded only when they were sent again.
    const passages = looked.flatMap(({ documents }) =>
      listChecked(documents).map((one) => one.passages.length),
    );
    expect(new Set(passages)).toEqual(new Set([1, 2]));
  });

  it('were made by a reviewer of the tenant, one after the other, some hours after the batch had ended', () => {
    for (const { batch, documents, runs } of looked) {
      const acts = listChecked(documents).flatMap(({ acts: all }) => all);
      const reviewers = listReviewers(batch.workflow.tenantId).map(({ userId }) => userId);
      expect(reviewers).toContain(acts[0]?.by);
      expect(new Set(acts.map(({ by }) => by)).size).toBe(1);
      const times = acts.map(({ at }) => at);
      expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
      expect(times[0]).toBeGreaterThan((runs.at(-1)?.endedAt ?? anchor) + 3 * 3_600_000);
      expect(times.at(-1)).toBeLessThan(anchor);
    }
  });

  it('change no batch, and nothing of the document except its checkers', () => {
    for (const { updatedAt, documents, statusSince } of looked) {
      const checks = listChecked(documents);
      expect(statusSince).toBeLessThanOrEqual(updatedAt);
      for (const { acts, version, passages, ...document } of checks) {
        expect(updatedAt).not.toBe(acts[0]?.at);
        expect(document).toMatchObject({ status: 'SUCCEEDED', decision: undefined, updatedAt: acts[0]?.at });
        expect(document.statusSince).toBe(passages.at(-1)?.endedAt);
        // The document arrived, went through three stages and an end, and was looked at.
        expect(version - (passages.length - 1) * 2).toBeGreaterThanOrEqual(7);
      }
    }
  });

  it('find what both readers misread, which is little, but something', () => {
    const all = looked.flatMap((course) =>
      listChecked(course.documents).map((document) => ({ course, document })),
    );
    const wrong = all.filter(({ course, document }) => findCorrection(course, document));
    expect(all.length).toBeGreaterThan(200);
    expect(wrong.length).toBeGreaterThan(4);
    expect(wrong.length).toBeLessThan(all.length / 10);
  });
});

function listChecked(documents: BatchCourse['documents']): readonly DocumentCourse[] {
  return documents.filter(({ acts }) => acts.some(({ does }) => does === 'checks'));
}
