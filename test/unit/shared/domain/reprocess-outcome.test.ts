import { describe, expect, it } from 'vitest';
import { reprocessOutcome } from '#shared/domain/reprocess-outcome.ts';
import type { DocumentStatus } from '#shared/domain/document-status.ts';

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

describe('what became of a document that was sent into run 2', () => {
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

  it('tells with what it failed again', () => {
    const error = { code: 'BadDocumentException', message: 'The PDF cannot be read' };
    expect(inRun2('FAILED', error).note).toBe('BadDocumentException: The PDF cannot be read');
    expect(inRun2('FAILED', { code: null, message: null }).note).toBe('It gave no reason.');
  });

  it('is not judged by what an earlier run made of it', () => {
    expect(reprocessOutcome(document('FAILED', 1), 2, running).state).toBe('running');
    expect(reprocessOutcome(document('SUCCEEDED', 1), 2, running).state).toBe('running');
    expect(reprocessOutcome(document('SUCCEEDED', null), 2, running).state).toBe('running');
  });

  it('is judged by its version where the pipeline does not number the runs of documents', () => {
    const at = (version: number, status: DocumentStatus) =>
      reprocessOutcome({ ...document(status, null), version }, 2, running, 7).state;
    expect(at(7, 'FAILED')).toBe('running');
    expect(at(8, 'PROCESSING')).toBe('running');
    expect(at(8, 'FAILED')).toBe('running');
    expect(at(9, 'SUCCEEDED')).toBe('fixed');
    expect(at(9, 'FAILED')).toBe('failed-again');
  });

  it('is not judged by what was there before where the answer names no run', () => {
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

  it('was overtaken where a later run has it, whatever it says', () => {
    expect(reprocessOutcome(document('SUCCEEDED', 3), 2, running)).toEqual({
      state: 'overtaken',
      note: 'Run 3 has it now.',
    });
    expect(reprocessOutcome(null, 2, running).state).toBe('overtaken');
  });

  it('was left behind in line where the run has ended without it', () => {
    expect(reprocessOutcome(document('QUEUED', 2), 2, { '2': 'ABORTED' })).toEqual({
      state: 'failed-again',
      note: 'Run 2 has ended ABORTED without it.',
    });
    expect(reprocessOutcome(document('PROCESSING', 2), 2, { '2': 'ABORTED' }).state).toBe('running');
  });
});
