import { describe, expect, it } from 'vitest';
import {
  chooseFiles,
  listFilesInNeed,
  formatInNeed,
  describeNeed,
  formatRequeueLabel,
  whyNotChosen,
  whyNotRequeue,
} from '#renderer/features/downloads/download-actions.ts';
import { toFileRow, toOpenFileRow } from '#renderer/features/downloads/files/file-facts.ts';
import { messages } from '#renderer/features/downloads/messages.ts';
import { aFile, noon } from './a-download.ts';

const stuck = aFile({ fileId: 'stuck' });
const failed = aFile({ fileId: 'failed', status: 'failed', error: 'The provider answered 503.' });
const error = aFile({ fileId: 'error', status: 'error' });
const fresh = aFile({ fileId: 'fresh', statusSince: '2026-11-20T11:40:00.000Z' });
const done = aFile({ fileId: 'done', status: 'completed' });
const over = aFile({
  fileId: 'over',
  status: 'failed',
  timeToLive: { kind: 'until', at: '2026-11-20T11:00:00.000Z' },
});
const rows = [stuck, failed, error, fresh, done, over].map(toFileRow);

describe('the files a requeue reaches', () => {
  it('are the selected ones, or else the open file, or else all that need it', () => {
    const choice = { rows, selected: new Set<string>(), file: null, now: noon, readAt: noon };
    expect(chooseFiles({ ...choice, selected: new Set(['done']), file: 'stuck' })).toEqual({
      by: 'selection',
      fileIds: ['done'],
    });
    expect(chooseFiles({ ...choice, file: 'stuck' })).toEqual({ by: 'file', fileIds: ['stuck'] });
    expect(chooseFiles(choice)).toEqual({ by: 'need', fileIds: ['stuck', 'failed', 'error'] });
    expect(chooseFiles({ ...choice, rows: [toFileRow(done)] })).toEqual({ by: 'nothing', fileIds: [] });
  });

  it('exclude a file that became due since the reading or belongs to a later batch', () => {
    expect(listFilesInNeed(rows, noon, noon)).not.toContain(over);
    const taken = toOpenFileRow({ fileId: 'stuck', file: stuck }, 'batch-2026-11-19-a', noon);
    expect(taken.because).toBe('taken over');
    expect(listFilesInNeed([taken], noon, noon)).toEqual([]);
    expect(listFilesInNeed([toOpenFileRow({ fileId: 'x', file: null }, 'b', noon)], noon, noon)).toEqual([]);
  });

  it('exclude a file that had time to finish since the reading', () => {
    const hoursLater = noon + 3 * 3_600_000;
    expect(listFilesInNeed([toFileRow(fresh)], hoursLater, noon)).toEqual([]);
    expect(listFilesInNeed([toFileRow(fresh)], hoursLater, hoursLater)).toEqual([fresh]);
  });

  it('come with a reason if there are none', () => {
    expect(describeNeed([stuck, failed, error])).toBe('1 failed, 1 error, 1 downloading for over 30 min');
    expect(describeNeed([stuck, aFile({ status: 'available' })])).toBe(
      '1 downloading and 1 waiting for over 30 min',
    );
    expect(whyNotRequeue(stuck, noon)).toBeUndefined();
    expect(whyNotRequeue(done, noon)).toContain('completed');
    expect(whyNotRequeue(over, noon)).toContain('awaiting deletion');
    expect(whyNotRequeue(fresh, noon)).toContain('less than 30 min');
    expect(whyNotRequeue(aFile({ status: null }), noon)).toContain('Status unknown');
    expect(
      whyNotRequeue(aFile({ status: 'failed', timeToLive: { kind: 'too-old', at: null } }), noon),
    ).toContain('Expired long ago');
  });

  it('include the open file only if its own button would requeue it', () => {
    expect(whyNotChosen({ by: 'file' }, stuck, noon)).toBeUndefined();
    expect(whyNotChosen({ by: 'file' }, done, noon)).toBe(whyNotRequeue(done, noon));
    expect(whyNotChosen({ by: 'file' }, undefined, noon)).toContain('is not loaded');
    expect(whyNotChosen({ by: 'nothing' }, undefined, noon)).toContain('None of the listed files failed');
    expect(whyNotChosen({ by: 'selection' }, done, noon)).toBeUndefined();
    expect(whyNotChosen({ by: 'need' }, undefined, noon)).toBeUndefined();
  });

  it('are counted with "at least" if the list was not read to its end', () => {
    expect(formatInNeed(12, true)).toBe('12 files need attention');
    expect(formatInNeed(1, true)).toBe('1 file needs attention');
    expect(formatInNeed(12, false)).toBe('At least 12 files need attention');
  });

  it('are counted on the button', () => {
    expect(formatRequeueLabel({ by: 'need', fileIds: ['a', 'b'] })).toBe('Requeue 2…');
    expect(formatRequeueLabel({ by: 'selection', fileIds: ['a'] })).toBe('Requeue 1 file…');
    expect(formatRequeueLabel({ by: 'file', fileIds: ['a'] })).toBe(messages.common.requeueFile);
    expect(formatRequeueLabel({ by: 'nothing', fileIds: [] })).toBe('Requeue…');
  });
});
