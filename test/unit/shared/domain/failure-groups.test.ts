import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DocumentRow } from '#shared/contract/triage.ts';
import {
  failureGroups,
  fingerprintOfDocument,
  isPoison,
  timesFailedTheSame,
  type PassportFailure,
} from '#shared/domain/failure-groups.ts';
import { measureFastest } from '#test/builders/fastest-of.ts';

const minute = 60_000;

function aFailedDocument(given: Partial<DocumentRow> & { readonly at?: number } = {}): DocumentRow {
  const { at = 0, ...rest } = given;
  return {
    tenantId: 'ten_1',
    batchId: 'batch-1',
    documentId: 'doc-1',
    status: 'FAILED',
    otherStatus: null,
    statusSince: new Date(Date.UTC(2026, 10, 3, 14) + at * minute).toISOString(),
    fileName: 'inv-1.pdf',
    run: 1,
    receivedAt: null,
    score: null,
    stage: 'gap-fill',
    error: { stage: 'gap-fill', code: 'ThrottlingException', message: 'Too many requests: 26 in a second' },
    usage: null,
    claimedBy: null,
    claimExpiresAt: null,
    reviewedBy: null,
    version: 1,
    createdAt: null,
    updatedAt: null,
    catchingUp: false,
    expired: false,
    problems: [],
    ...rest,
  };
}

const encrypted = {
  stage: 'textract',
  code: 'Unsupported',
  message: 'Document "a.pdf" is encrypted',
} as const;

describe('failure groups', () => {
  test('list the most frequent cause first, with the words of its newest document', () => {
    const throttled = [7, 1, 9].map((at) =>
      aFailedDocument({
        at,
        error: {
          stage: 'gap-fill',
          code: 'ThrottlingException',
          message: `Too many requests: ${at} in a second`,
        },
      }),
    );
    const groups = failureGroups([aFailedDocument({ at: 20, error: encrypted }), ...throttled]);
    expect(groups.map(({ documents, code }) => [documents.length, code])).toEqual([
      [3, 'ThrottlingException'],
      [1, 'Unsupported'],
    ]);
    expect(groups[0]).toMatchObject({
      stage: 'gap-fill',
      sample: 'Too many requests: 9 in a second',
      pattern: 'ThrottlingException: Too many requests: … in a second',
      firstAt: '2026-11-03T14:01:00.000Z',
      lastAt: '2026-11-03T14:09:00.000Z',
      retriedRun: null,
      documents: throttled,
    });
  });

  test('list the newest first if causes have as many documents', () => {
    const groups = failureGroups([aFailedDocument({ at: 1 }), aFailedDocument({ at: 2, error: encrypted })]);
    expect(groups.map(({ code }) => code)).toEqual(['Unsupported', 'ThrottlingException']);
  });

  test('put documents without an error into one group that says so', () => {
    const empty = { stage: null, code: null, message: null };
    const [group, ...rest] = failureGroups([
      aFailedDocument({ error: null }),
      aFailedDocument({ error: empty }),
    ]);
    expect(rest).toEqual([]);
    expect(group).toMatchObject({ pattern: 'No error was recorded', stage: null, code: null, sample: null });
  });

  test('show which run failed again', () => {
    const of = (...runs: (number | null)[]) =>
      failureGroups(runs.map((run) => aFailedDocument({ run })))[0]?.retriedRun;
    expect([of(1, 1), of(1, 3, 2), of(null), of(2, null)]).toEqual([null, 3, null, 2]);
  });

  test('leave out missing times', () => {
    const [group] = failureGroups([aFailedDocument({ statusSince: null }), aFailedDocument({ at: 5 })]);
    expect(group).toMatchObject({ firstAt: '2026-11-03T14:05:00.000Z', lastAt: '2026-11-03T14:05:00.000Z' });
    expect(failureGroups([aFailedDocument({ statusSince: null })])[0]).toMatchObject({
      firstAt: null,
      lastAt: null,
    });
  });

  test('are none if nothing failed', () => {
    expect(failureGroups([])).toEqual([]);
  });

  test('have each document once, in the group of its fingerprint', () => {
    const message = fc.constantFrom('Too many: 3', 'Too many: 4', 'Gone', 'Lost "a"', 'Lost "b"', null);
    const row = fc
      .record({ message, code: fc.constantFrom('A', 'B', null), at: fc.nat(50), documentId: fc.uuid() })
      .map(({ message: said, code, ...rest }) =>
        aFailedDocument({ ...rest, error: { stage: null, code, message: said } }),
      );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
        const groups = failureGroups(rows);
        const sizes = groups.map(({ documents }) => documents.length);
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
        expect(new Set(groups.flatMap(({ documents }) => documents))).toEqual(new Set(rows));
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(rows.length);
        for (const { fingerprint, documents } of groups) {
          for (const one of documents) expect(fingerprintOfDocument(one).id).toBe(fingerprint);
        }
      }),
    );
  });

  test(
    'take ten times as long for ten times as many documents, and not a hundred',
    { timeout: 30_000 },
    () => {
      const rows = Array.from({ length: 5_000 }, (_, index) =>
        aFailedDocument({
          at: index % 977,
          documentId: `doc-${index}`,
          error: {
            stage: 'gap-fill',
            code: `Code${index}`,
            message: `The answer for "inv-${index}.pdf" of batch-01JC9Q4V8M7T broke off after ${index} of 1,200 tokens, please wait. Request 3f0c9a52-7d6e-4b0e-9a77-${String(index).padStart(12, '0')}.`,
          },
        }),
      );
      expect(failureGroups(rows)).toHaveLength(5_000);
      const few = rows.slice(0, 500);
      // Ten times the rows may take 32 times as long, half-way between linear (10) and quadratic (100) growth.
      expect(measureFastest(2, () => failureGroups(rows))).toBeLessThan(
        32 * measureFastest(3, () => failureGroups(few)),
      );
    },
  );
});

const throttled = { stage: 'gap-fill', code: 'ThrottlingException', message: 'Too many tokens, request 71' };

describe('a document is locked as poison', () => {
  test('when it has failed for the same reason three times', () => {
    const passport = [failure(), reprocessed, failure({ reason: 'Too many tokens, request 9' }), failure()];
    expect(timesFailedTheSame(throttled, passport)).toBe(3);
    expect(isPoison(throttled, passport)).toBe(true);
    expect(isPoison(throttled, passport.slice(1))).toBe(false);
  });

  test('but not when its failures had different reasons', () => {
    const passport = [
      failure(),
      failure({ stage: 'verify' }),
      failure({ code: 'InternalServerException' }),
      failure({ reason: 'The document is encrypted' }),
      failure(),
    ];
    expect(timesFailedTheSame(throttled, passport)).toBe(2);
    expect(isPoison(throttled, passport)).toBe(false);
  });

  test('also for scores that were too low, for which a passport keeps no code', () => {
    const low = { stage: 'verify', code: 'BelowConfidence', message: 'Confidence 0.41 is under 0.56' };
    const passport = [0.41, 0.38, 0.4].map((score): PassportFailure => ({
      what: 'failed',
      stage: 'verify',
      reason: `Confidence ${String(score)} is under 0.56`,
      after: { status: 'FAILED', score },
    }));
    expect(isPoison(low, passport)).toBe(true);
  });
});

test('entries that are not failures are not counted, whatever they say', () => {
  const told = { ...failure(), what: 'reprocessed', after: { status: 'PROCESSING' } };
  expect(timesFailedTheSame(throttled, [told, told, told])).toBe(0);
});

function failure(differently: { stage?: string; code?: string; reason?: string } = {}): PassportFailure {
  const { stage = 'gap-fill', code = 'ThrottlingException', reason = throttled.message } = differently;
  return { what: 'failed', stage, reason, after: { status: 'FAILED', code } };
}

const reprocessed: PassportFailure = {
  what: 'reprocessed',
  stage: null,
  reason: null,
  after: { status: 'PROCESSING', run: 2 },
};
