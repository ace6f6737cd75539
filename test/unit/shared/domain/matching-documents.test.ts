import { describe, expect, it } from 'vitest';
import { computeFingerprint, earlierFingerprint } from '#shared/domain/fingerprint.ts';
import { findLeftBehind, isLeftBehind, matchDocuments } from '#shared/domain/matching-documents.ts';
import { aDocumentRow } from '../../src-renderer/features/triage/batch/a-document-row.ts';

const runs = { '1': 'FAILED', '2': 'RUNNING' } as const;

describe('documents that a run has left behind', () => {
  it('wait for a run that has ended, never for one in progress or for their first', () => {
    expect(isLeftBehind({ status: 'QUEUED', run: 1 }, runs)).toBe(true);
    expect(isLeftBehind({ status: 'QUEUED', run: 2 }, runs)).toBe(false);
    expect(isLeftBehind({ status: 'QUEUED', run: 0 }, runs)).toBe(false);
    expect(isLeftBehind({ status: 'QUEUED', run: null }, runs)).toBe(false);
    expect(isLeftBehind({ status: 'FAILED', run: 1 }, runs)).toBe(false);
  });

  it('are counted by the batch, where no run is in progress', () => {
    const counts = { QUEUED: 8_525, PROCESSING: 0 };
    expect(findLeftBehind({ counts, runs: { '1': 'FAILED' } })).toEqual({
      count: 8_525,
      atMost: 8_525,
      run: 1,
      ended: 'FAILED',
    });
    expect(findLeftBehind({ counts, runs })).toMatchObject({ count: null, atMost: 8_525 });
    expect(findLeftBehind({ counts, runs: { '1': 'RUNNING' } })).toBeNull();
    expect(findLeftBehind({ counts, runs: {} })).toBeNull();
    expect(findLeftBehind({ counts: { QUEUED: 0, PROCESSING: 9 }, runs })).toBeNull();
    expect(findLeftBehind({ counts: { QUEUED: null, PROCESSING: null }, runs })).toBeNull();
  });
});

describe('documents that match a description', () => {
  it('have one of its statuses, its cause and its text, and were not left out', () => {
    const row = aDocumentRow();
    const fingerprint = computeFingerprint(row.error ?? { stage: null, code: null, message: null }).id;
    const matches = (more: object) => matchDocuments({ statuses: ['FAILED'], ...more }, runs)(row);
    expect(matches({})).toBe(true);
    expect(matches({ fingerprint })).toBe(true);
    expect(matches({ fingerprint: '000000' })).toBe(false);
    expect(matches({ text: 'INV-2026' })).toBe(true);
    expect(matches({ text: 'gap-fill' })).toBe(true);
    expect(matches({ text: 'elsewhere' })).toBe(false);
    expect(matches({ except: [row.documentId] })).toBe(false);
    expect(matches({ statuses: ['QUEUED'] })).toBe(false);
  });

  it('are found by the fingerprint that a failed execution had with its stage, too', () => {
    const error = { stage: 'verify', code: 'ExecutionFailed', message: 'Its execution has failed' };
    const row = aDocumentRow({ error });
    expect(computeFingerprint(error)).toEqual(computeFingerprint({ ...error, stage: 'textract' }));
    for (const fingerprint of [computeFingerprint(error).id, earlierFingerprint(error)]) {
      expect(matchDocuments({ statuses: ['FAILED'], fingerprint }, runs)(row)).toBe(true);
    }
  });
});
