import { describe, expect, it } from 'vitest';
import {
  mayBePoison,
  reprocessOutcome,
  reprocessVerdict,
  type DocumentStanding,
} from '#shared/domain/reprocess-outcome.ts';
import type { DocumentStatus } from '#shared/domain/statuses.ts';

const now = Date.UTC(2026, 10, 20, 15);
const none = { runs: { '1': 'SUCCEEDED' }, timesFailedTheSame: 0, now } as const;

function aDocument(change: Partial<DocumentStanding> = {}): DocumentStanding {
  return {
    status: 'FAILED',
    statusSince: '2026-11-20T14:21:40.000Z',
    updatedAt: '2026-11-20T14:21:40.000Z',
    version: 7,
    run: 1,
    error: { stage: 'gap-fill', code: 'ThrottlingException' },
    expired: false,
    ...change,
  };
}

describe('whether a document joins a new run', () => {
  it.each<[Partial<DocumentStanding>, string, string]>([
    [{}, 'go', 'FAILED in gap-fill, run 1: ThrottlingException'],
    [{ error: null, run: null }, 'go', 'FAILED'],
    [{ status: 'REJECTED' }, 'go', 'REJECTED in review at 14:21:40 UTC'],
    [{ status: 'SUCCEEDED' }, 'skip', 'Already SUCCEEDED at 14:21:40 UTC'],
    [
      { status: 'SUCCEEDED', statusSince: '2026-11-18T14:21:40.000Z' },
      'skip',
      'Already SUCCEEDED on 2026-11-18 at 14:21 UTC',
    ],
    [{ status: 'SUCCEEDED', statusSince: null, updatedAt: 'soon' }, 'skip', 'Already SUCCEEDED'],
    [{ status: 'REVIEW_REQUIRED' }, 'skip', 'Waiting for review'],
    [{ status: 'QUEUED', run: 0 }, 'skip', 'Waiting for its run'],
    [{ status: 'QUEUED' }, 'go', 'Left QUEUED by run 1, which ended SUCCEEDED'],
    [{ status: null }, 'blocked', 'Unknown status'],
    [{ expired: true }, 'blocked', 'Expired, awaiting deletion'],
    [{ version: null }, 'blocked', "No version, so changes can't be detected"],
  ])('%o: %s, %s', (change, verdict, why) => {
    expect(reprocessVerdict(aDocument(change), none)).toEqual({ verdict, why, needsReason: false });
  });

  it('is blocked if the document does not exist', () => {
    expect(reprocessVerdict(null, none)).toMatchObject({
      verdict: 'blocked',
      why: 'No such document in this batch',
    });
  });

  it('leaves documents that a running run has in work, and says what only a redrive resumes', () => {
    const inWork = aDocument({ status: 'PROCESSING' });
    expect(reprocessVerdict(inWork, { ...none, runs: { '1': 'RUNNING' } })).toMatchObject({
      verdict: 'skip',
      why: 'Already in progress',
    });
    expect(reprocessVerdict(inWork, { ...none, runs: {} })).toMatchObject({ verdict: 'skip' });
    expect(reprocessVerdict(inWork, { ...none, runs: { '1': 'ABORTED' } })).toMatchObject({
      verdict: 'blocked',
      why: 'Still PROCESSING, but run 1 ended ABORTED. Redrive the execution to resume it',
    });
  });

  it('requires a reason if it has failed the same way three times, and not before', () => {
    const failedBefore = (timesFailedTheSame: number) =>
      reprocessVerdict(aDocument({ run: 4 }), { ...none, timesFailedTheSame });
    expect(failedBefore(2)).toMatchObject({ verdict: 'go', needsReason: false });
    expect(failedBefore(3)).toEqual({
      verdict: 'blocked',
      why: 'Failed the same way 3 times. Reason required',
      needsReason: true,
    });
  });

  it('reads a passport only for documents that failed in their third run or later', () => {
    expect([1, 2, 3, 4].map((run) => mayBePoison({ status: 'FAILED', run }))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(mayBePoison({ status: 'REJECTED', run: 9 })).toBe(false);
    expect(mayBePoison({ status: 'FAILED', run: null })).toBe(false);
  });
});

const running = { '2': 'RUNNING' } as const;
const inRun2 = (status: DocumentStatus | null, error: Parameters<typeof document>[2] = null) =>
  reprocessOutcome(document(status, 2, error), 2, running);

function document(
  status: DocumentStatus | null,
  run: number | null,
  error: { readonly code: string | null; readonly message: string | null } | null = null,
) {
  return { status, run, error };
}

describe('the outcome of a document that was sent into run 2', () => {
  it.each<[DocumentStatus | null, string]>([
    ['SUCCEEDED', 'fixed'],
    ['REVIEW_REQUIRED', 'fixed'],
    ['REJECTED', 'fixed'],
    ['FAILED', 'failed-again'],
    ['PROCESSING', 'running'],
    ['QUEUED', 'running'],
    [null, 'running'],
  ])('%s in it: %s', (status, state) => {
    expect(inRun2(status).state).toBe(state);
  });

  it('includes the error if it failed again', () => {
    const error = { code: 'BadDocumentException', message: 'The PDF cannot be read' };
    expect(inRun2('FAILED', error).note).toBe('BadDocumentException: The PDF cannot be read');
    expect(inRun2('FAILED', { code: null, message: null }).note).toBe('No reason given.');
  });

  it('does not depend on an earlier run', () => {
    expect(reprocessOutcome(document('FAILED', 1), 2, running).state).toBe('running');
    expect(reprocessOutcome(document('SUCCEEDED', 1), 2, running).state).toBe('running');
    expect(reprocessOutcome(document('SUCCEEDED', null), 2, running).state).toBe('running');
  });

  it('depends on its version if the pipeline does not number the runs of documents', () => {
    const at = (version: number, status: DocumentStatus) =>
      reprocessOutcome({ ...document(status, null), version }, 2, running, 7).state;
    expect(at(7, 'FAILED')).toBe('running');
    expect(at(8, 'PROCESSING')).toBe('running');
    expect(at(8, 'FAILED')).toBe('running');
    expect(at(9, 'SUCCEEDED')).toBe('fixed');
    expect(at(9, 'FAILED')).toBe('failed-again');
  });

  it('ignores what was there before if the answer names no run', () => {
    const at = (version: number, status: DocumentStatus, run: number | null = 1) =>
      reprocessOutcome({ ...document(status, run), version }, null, { '1': 'FAILED' }, 7).state;
    expect(at(7, 'FAILED')).toBe('running');
    expect(at(7, 'FAILED', null)).toBe('running');
    expect(at(8, 'FAILED')).toBe('running');
    expect(at(7, 'QUEUED')).toBe('running');
    expect(at(8, 'QUEUED')).toBe('failed-again');
    expect(at(9, 'FAILED')).toBe('failed-again');
    expect(at(9, 'SUCCEEDED', null)).toBe('fixed');
    expect(reprocessOutcome(document('FAILED', 1), null, {}, 7).state).toBe('failed-again');
  });

  it('is overtaken if a later run has it, whatever its status', () => {
    expect(reprocessOutcome(document('SUCCEEDED', 3), 2, running)).toEqual({
      state: 'overtaken',
      note: 'Run 3 has it now.',
    });
    expect(reprocessOutcome(null, 2, running).state).toBe('overtaken');
  });

  it('is left queued if the run has ended without it', () => {
    expect(reprocessOutcome(document('QUEUED', 2), 2, { '2': 'ABORTED' })).toEqual({
      state: 'failed-again',
      note: 'Run 2 ended ABORTED without it.',
    });
    expect(reprocessOutcome(document('PROCESSING', 2), 2, { '2': 'ABORTED' }).state).toBe('running');
  });
});
