import { describe, expect, it } from 'vitest';
import { followBatch } from '#local/world/past/batch-course.ts';
import { planPast } from '#local/world/past/past-plan.ts';
import { readSheet } from '#local/world/sheets/reading.ts';
import { daysInStatusIndex } from '#shared/domain/pipeline-limits.ts';
import { documentStatuses, statusByScore } from '#shared/domain/statuses.ts';

const anchor = Date.UTC(2026, 10, 20, 18);
const courses = planPast({ seed: '1', anchor }).batches.map((batch) => followBatch(batch, anchor));
const all = courses.flatMap(({ documents }) => documents);

describe('the outcome of the batches', () => {
  it('has counts that equal those of their documents', () => {
    for (const { documents, counts, batch } of courses) {
      const recount = Object.fromEntries(
        documentStatuses.map((status) => [status, documents.filter((one) => one.status === status).length]),
      );
      expect(counts).toEqual(recount);
      expect(documents).toHaveLength(batch.size);
    }
  });

  it('agrees with what the readers found in each document', () => {
    let compared = 0;
    for (const { batch, runs, thresholds } of courses) {
      const { reviewThreshold } = thresholds;
      for (const { run, passages } of runs) {
        for (const { index, reading, outcome, interrupted } of passages) {
          const { recipe } = batch.document(index);
          if (index % (recipe.defect === undefined ? 40 : 3) !== 0) continue;
          const read = readSheet(recipe, { run, schema: batch.workflow.schema, reviewThreshold });
          compared += 1;
          if (read.ok) {
            const { score, stageMs } = read.result;
            expect(reading).toEqual({ ok: true, score, stageMs });
            if (!interrupted) expect(outcome).toBe(statusByScore(score, thresholds));
          } else {
            expect(reading).toEqual({ ok: false, error: read.error, stageMs: read.stageMs });
            expect(outcome).toBe('FAILED');
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(300);
  });

  it('is final: nothing is in work, and nothing happened after the anchor', () => {
    expect(courses.map(({ status }) => status)).not.toContain('PROCESSING');
    expect(all.map(({ status }) => status)).not.toContain('PROCESSING');
    for (const { runs, updatedAt, documents } of courses) {
      expect(updatedAt).toBeLessThan(anchor);
      for (const { endedAt } of runs) expect(endedAt).toBeLessThanOrEqual(updatedAt);
      expect(documents.every((one) => one.updatedAt < anchor)).toBe(true);
      // A claim does not change the batch.
      expect(documents.every(({ statusSince = 0 }) => statusSince <= updatedAt)).toBe(true);
    }
  });

  it('includes every kind of outcome', () => {
    const waiting = courses.filter(({ status }) => status === 'QUEUED');
    expect(waiting.map(({ batch, received }) => batch.size - received)).toEqual([3]);
    const old = (status: string): number =>
      all.filter((one) => one.status === status && one.updatedAt < anchor - daysInStatusIndex * 86_400_000)
        .length;
    expect(old('REVIEW_REQUIRED')).toBeGreaterThan(0);
    expect(old('FAILED')).toBeGreaterThan(0);
    const codes = all.flatMap(({ passages }) => {
      const { reading, interrupted, outcome } = passages.at(-1) ?? {};
      if (interrupted) return [interrupted.code];
      if (reading?.ok === false) return [reading.error.code];
      return outcome === 'FAILED' ? ['ConfidenceTooLow'] : [];
    });
    expect(new Set(codes)).toEqual(
      new Set([
        'BadDocumentException',
        'ThrottlingException',
        'ModelTimeoutException',
        'UnsupportedLanguage',
        'SchemaMismatch',
        'GuardrailIntervened',
        'ConfidenceTooLow',
        'ExecutionFailed',
        'ExecutionTimedOut',
      ]),
    );
    const storm = courses.find(({ counts, batch }) => batch.size === 240 && counts.FAILED === 31);
    expect(storm?.batch.workflow.workflowId).toBe('carrier-invoices');
    // The same failure happened three times.
    const repeated = all.filter(({ passages }) => passages.filter(({ reading }) => !reading.ok).length >= 3);
    expect(repeated.length).toBeGreaterThan(20);
    const decided = all.flatMap(({ decision }) => (decision ? [decision.decision] : []));
    expect(decided.filter((one) => one === 'approve').length).toBeGreaterThan(200);
    expect(decided.filter((one) => one === 'reject').length).toBeGreaterThan(5);
    const statuses = new Set(courses.flatMap(({ runs }) => runs.map(({ status }) => status)));
    expect(statuses).toEqual(new Set(['SUCCEEDED', 'FAILED', 'TIMED_OUT']));
  });
});
