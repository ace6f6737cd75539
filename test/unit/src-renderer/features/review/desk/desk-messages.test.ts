import { describe, expect, it } from 'vitest';
import {
  formatClock,
  formatLeft,
  namePrimaryAction,
  describeProgress,
  describeTimeLeft,
  describeUndecided,
} from '#renderer/features/review/desk/desk-messages.ts';
import { aReviewDocument } from '#test/builders/a-review-document.ts';

const document = aReviewDocument();

describe('the messages of the desk', () => {
  it('count the places that need review', () => {
    expect(describeProgress(document, { total: { kind: 'accepted' } }, 'review')).toBe(
      '1 of 2 flagged fields decided',
    );
    expect(describeProgress(aReviewDocument({ fields: [], lines: [] }), {}, 'review')).toBe(
      'No flagged fields',
    );
  });

  it('name the action of the primary key', () => {
    const edits = { total: { kind: 'value', value: '1.00' } } as const;
    expect(namePrimaryAction(document, {}, 'review', false)).toBe('Approve and next');
    expect(namePrimaryAction(document, {}, 'review', true)).toBe('Approve');
    expect(namePrimaryAction(document, {}, 'check', false)).toBe('Nothing wrong, next');
    expect(namePrimaryAction(document, edits, 'check', false)).toBe('Note 1 finding, next');
  });

  it('say which numbers were not counted', () => {
    const buckets = { count: 0, exact: true };
    const said = {
      answeredFrom: { from: 'tenants', asked: 4, areAll: true, whyNotAttention: null } as const,
      waiting: 184,
      waitingExact: false,
      buckets: { overdue: buckets, under1h: buckets, under4h: buckets, under24h: buckets, later: buckets },
      read: 50,
      batches: 4,
      notAsked: [],
    };
    expect(formatLeft('review', said, 3)).toBe('184+');
    expect(formatLeft('review', { ...said, waitingExact: true }, 3)).toBe('184');
    expect(formatLeft('review', undefined, 3)).toBe('3+');
    expect(formatLeft('check', undefined, 3)).toBe('3');
  });

  it('show the time until a row is due', () => {
    const now = Date.parse('2026-11-21T12:00:00.000Z');
    const row = (waitingSince: string | null) => ({
      tenantId: 't',
      projectId: 'p',
      batchId: 'b',
      documentId: 'd',
      fileName: null,
      waitingSince,
    });
    expect(describeTimeLeft(row('2026-11-20T12:18:00.000Z'), 24, now)).toEqual({
      words: '18 min left',
      isPressing: true,
    });
    expect(describeTimeLeft(row('2026-11-20T13:00:00.000Z'), 24, now)?.isPressing).toBe(false);
    expect(describeTimeLeft(row('2026-11-20T09:00:00.000Z'), 24, now)?.words).toBe('3 h overdue');
    expect(describeTimeLeft(row(null), 24, now)).toBeUndefined();
    expect(describeTimeLeft(row('yesterday'), 24, now)).toBeUndefined();
  });

  it('count a claim down to the second', () => {
    expect(formatClock(466_000)).toBe('07:46');
    expect(formatClock(-1)).toBe('00:00');
  });

  it('say what the second key press will do', () => {
    expect(describeUndecided(1, 'review')).toContain('1 field undecided');
    expect(describeUndecided(2, 'review')).toContain('2 fields undecided');
    expect(describeUndecided(2, 'check')).toContain('count the rest as right');
  });
});
