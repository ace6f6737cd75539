import { describe, expect, it } from 'vitest';
import { aPlan } from '#test/builders/a-job-engine.ts';
import type { JobState } from '#shared/contract/jobs.ts';
import { compareWithJobs, type OpenJob } from '#main/jobs/plans/other-jobs.ts';

type ItemState = OpenJob['items'][number]['state'];

const place = { tenantId: 'northwind', batchId: 'batch-1', documentId: 'document-1' };
const go = { verdict: 'go', why: 'FAILED', needsReason: false } as const;

/** Both plans of two jobs are about the first document of the same batch. */
function anOpenJob(jobId: string, state: JobState, item: ItemState): OpenJob {
  const job = {
    jobId,
    kind: 'reprocess',
    state,
    by: 'support',
    total: 1,
    startedAt: '2026-11-12T09:00:00.000Z',
  };
  return { job: job as OpenJob['job'], plan: aPlan(1), items: [{ id: 'document-1', state: item }] };
}

/** The order of open jobs is that of their journals, which says nothing about which of them matters more. */
function inBothOrders(one: OpenJob, other: OpenJob): readonly (readonly OpenJob[])[] {
  return [
    [one, other],
    [other, one],
  ];
}

describe('a document that two jobs have', () => {
  it('stays blocked by a call without an answer, whatever a braked job has', () => {
    const asked = anOpenJob('asked', 'braked', 'sending');
    const braked = anOpenJob('braked', 'braked', 'waiting');
    for (const jobs of inBothOrders(asked, braked)) {
      const others = compareWithJobs(jobs);
      expect(others.judge(place, go)).toMatchObject({
        verdict: 'blocked',
        why: 'Another job may have sent it and has no answer yet',
      });
      const listed = others.list();
      expect(listed.find(({ jobId }) => jobId === 'asked')).toMatchObject({ same: 1, blocked: 1 });
      expect(listed.find(({ jobId }) => jobId === 'braked')).toMatchObject({ same: 1, blocked: 0 });
    }
  });

  it.each<[string, OpenJob, OpenJob]>([
    [
      'Another job may have sent it and has no answer yet',
      anOpenJob('asked', 'braked', 'sending'),
      anOpenJob('sent', 'running', 'running'),
    ],
    [
      'Another job has sent it, and it has not ended',
      anOpenJob('sent', 'braked', 'running'),
      anOpenJob('at-work', 'running', 'waiting'),
    ],
    [
      'A running job is about to send it',
      anOpenJob('at-work', 'running', 'waiting'),
      anOpenJob('later', 'scheduled', 'waiting'),
    ],
  ])('is blocked for the most pressing reason: %s', (why, one, other) => {
    for (const jobs of inBothOrders(one, other)) {
      const others = compareWithJobs(jobs);
      expect(others.judge(place, go)).toMatchObject({ verdict: 'blocked', why });
      // The document is free only once both have ended.
      expect(others.list()).toMatchObject([
        { same: 1, blocked: 1 },
        { same: 1, blocked: 1 },
      ]);
    }
  });

  it('goes if both jobs are at rest', () => {
    const others = compareWithJobs([
      anOpenJob('one', 'braked', 'waiting'),
      anOpenJob('other', 'stopped', 'waiting'),
    ]);
    expect(others.judge(place, go)).toBe(go);
    expect(others.list()).toMatchObject([{ blocked: 0 }, { blocked: 0 }]);
  });
});
