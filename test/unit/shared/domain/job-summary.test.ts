import { describe, expect, test } from 'vitest';
import { backWith, briefNote, causeOfReturn, fixedAs, jobSummary } from '#shared/domain/job-summary.ts';
import type { ItemReceipt } from '#shared/contract/jobs.ts';
import { redriveOutcome } from '#shared/domain/redrive-outcome.ts';
import { aJob, aReceipt } from '#test/builders/a-job.ts';

describe('the summary of a job', () => {
  test('says that all are fixed, and with which result', () => {
    const receipts = [
      ...Array.from({ length: 27 }, () => aReceipt()),
      aReceipt({ status: 'REVIEW_REQUIRED' }),
    ];
    expect(jobSummary(aJob({ counts: { fixed: 28 } }), { as: fixedAs(receipts, 28) })).toBe(
      '28 of 28 fixed: 27 SUCCEEDED, 1 to review. Read back by key.',
    );
  });

  test('claims nothing about receipts that were not read', () => {
    expect(fixedAs([aReceipt()], 28)).toBeUndefined();
    expect(jobSummary(aJob({ counts: { fixed: 28 } }))).toBe('28 of 28 fixed. Read back by key.');
  });

  test('names every other outcome with its number', () => {
    const counts = { fixed: 20, 'failed-again': 2, uncertain: 1, skipped: 3, waiting: 2 };
    expect(jobSummary(aJob({ counts }))).toBe(
      '20 of 28 fixed. 2 failed again, 1 uncertain, 3 skipped and 2 not sent. Read back by key.',
    );
  });

  test('does not count a single execution', () => {
    const of = (
      kind: 'redrive-execution' | 'stop-execution',
      state: 'fixed' | 'uncertain' | 'refused' | 'overtaken',
    ) => jobSummary(aJob({ kind, counts: { [state]: 1 } }));
    expect(of('redrive-execution', 'fixed')).toBe('Execution redriven. It succeeded.');
    expect(of('stop-execution', 'fixed')).toBe('Execution stopped.');
    expect(of('stop-execution', 'uncertain')).toBe(
      'The execution may have been stopped: no answer received.',
    );
    expect(of('stop-execution', 'overtaken')).toBe('The execution had already ended. Nothing was stopped.');
    expect(of('redrive-execution', 'refused')).toBe('Execution not redriven: refused by AWS.');
  });

  test('says how many messages were sent, and what became of them', () => {
    const redriven = (counts: Parameters<typeof aJob>[0]) =>
      jobSummary(aJob({ ...counts, kind: 'redrive-messages' }));
    expect(redriven({ counts: { fixed: 11, 'failed-again': 1 } })).toBe(
      '12 of 12 sent, 11 processed, 1 back in the queue.',
    );
    expect(redriven({ counts: { fixed: 1, uncertain: 2, waiting: 9 } })).toBe(
      '1 of 12 sent, 1 processed, 2 uncertain, 9 not sent.',
    );
    expect(jobSummary(aJob({ kind: 'discard-messages', counts: { fixed: 3 } }))).toBe(
      '3 of 3 saved to a file and deleted.',
    );
  });

  test('says whether messages came back with the same cause, if all their receipts were read', () => {
    const came = (same: number, other: number) => [
      ...Array.from({ length: same }, () => back(refused)),
      ...Array.from({ length: other }, () => back({ ...refused, code: 'UnknownBatch' })),
    ];
    const said = (receipts: readonly ItemReceipt[], count: number) => {
      const job = aJob({ kind: 'redrive-messages', counts: { fixed: 11, 'failed-again': count } });
      return jobSummary(job, { back: backWith(receipts, count) });
    };
    expect(said(came(1, 0), 1)).toBe('12 of 12 sent, 11 processed, 1 back in the queue with the same cause.');
    expect(said(came(0, 2), 2)).toContain('2 back in the queue with another cause.');
    expect(said(came(2, 1), 3)).toContain('3 back in the queue (2 with the same cause).');
    expect(said(came(1, 0), 3)).toContain('3 back in the queue.');
  });

  test('names only the cause of a return', () => {
    expect(causeOfReturn(back(refused).note ?? '')).toBe('WebhookRefused: It answered 503');
    expect(briefNote(back(refused).note ?? '')).toBe('WebhookRefused: It answered 503');
    expect(briefNote(back({ ...refused, code: 'FileGone' }).note ?? '')).toBe(
      'Another cause: FileGone: It answered 503',
    );
    expect(causeOfReturn('2 of 5 attempts failed: WebhookRefused')).toBe(
      '2 of 5 attempts failed: WebhookRefused',
    );
  });
});

const refused = { stage: 'webhook', code: 'WebhookRefused', message: 'It answered 503' } as const;

/** Uses the exact words of the code that writes the note. */
function back(failure: typeof refused | (Omit<typeof refused, 'code'> & { readonly code: string })) {
  const { note } = redriveOutcome({
    now: 1_000,
    sentAt: 0,
    waitMs: 180_000,
    foundBackAt: null,
    before: null,
    isDocumentShared: false,
    hints: [],
    mostReceives: 5,
    failure: { ...failure, attempts: 5, at: 900 },
    causeBefore: refused,
    document: null,
    delivery: null,
  });
  return aReceipt({ state: 'failed-again', status: null, note });
}
