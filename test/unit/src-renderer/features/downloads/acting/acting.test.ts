import type { Query } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { DownloadBatch } from '#shared/contract/downloads/downloads.ts';
import { isTouched, isUnendedDay } from '#renderer/features/downloads/acting/use-follow-jobs.ts';
import { canLook, whyNotAct } from '#renderer/features/downloads/acting/use-person.ts';
import {
  emptyWords,
  minutesOffered,
  minutesWords,
  notAskedWords,
} from '#renderer/features/downloads/standing/standing-words.ts';
import { aBatch } from '../a-download.ts';

describe('who may do what with downloads', () => {
  it('only those look who may see every tenant: nobody can say whose a file is', () => {
    expect(canLook({ tenants: '*' })).toBe(true);
    expect(canLook({ tenants: ['northwind'] })).toBe(false);
  });

  it('support and admins act', () => {
    expect(whyNotAct({ role: 'support' })).toBeUndefined();
    expect(whyNotAct({ role: 'admin' })).toBeUndefined();
    expect(whyNotAct({ role: 'reviewer' })).toContain('Reviewers decide');
    expect(whyNotAct(null)).toContain('not known');
  });
});

describe('what a plan has changed', () => {
  it('is its day, and of batches and files all that was read', () => {
    const days = new Set(['2026-11-20']);
    expect(isTouched({ queryKey: ['downloads.day', { date: '2026-11-20' }] }, days)).toBe(true);
    expect(isTouched({ queryKey: ['downloads.day', { date: '2026-11-19' }] }, days)).toBe(false);
    expect(isTouched({ queryKey: ['downloads.filesOfBatch', { batchId: 'b' }, 'pages'] }, days)).toBe(true);
    expect(isTouched({ queryKey: ['batches.byId', { batchId: 'b' }] }, days)).toBe(false);
  });
});

describe('files of several batches', () => {
  it('change what a batch counts that has not ended, and no other', () => {
    const day = (batches: readonly DownloadBatch[]) =>
      isUnendedDay({
        queryKey: ['downloads.day', { date: '2026-11-19' }],
        state: { data: { value: { batches } } } as unknown as Query['state'],
      });
    expect(day([aBatch(), aBatch({ status: 'queued' })])).toBe(true);
    expect(day([aBatch(), aBatch({ status: 'failed' })])).toBe(false);
    expect(day([])).toBe(false);
  });
});

describe('minutes', () => {
  it('are offered with the one of a link among them', () => {
    expect(minutesOffered(30)).toEqual([5, 15, 30, 60, 180, 720, 1_440, 10_080]);
    expect(minutesOffered(45)).toContain(45);
    expect([30, 60, 90, 1_440, 10_080].map(minutesWords)).toEqual(['30 min', '1 h', '90 min', '1 d', '7 d']);
    expect(emptyWords('stuck', 60)).toBe('No file has been downloading for over 1 h');
    expect(notAskedWords('stuck')).toContain('those that wait, were not asked for');
    expect(notAskedWords('never-picked-up')).toContain('those that are downloading, were not asked for');
  });
});
