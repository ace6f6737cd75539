import { expect, test } from 'vitest';
import { describeJobs, jobsInHand } from '#renderer/app/shell/jobs-indicator.tsx';
import { aJob } from '#test/builders/a-job.ts';

test('shows the progress of all running jobs together', () => {
  const jobs = [
    aJob({ state: 'running', counts: { fixed: 10, waiting: 10 } }),
    aJob({ state: 'running', counts: { fixed: 0, waiting: 10 } }),
    aJob(),
  ];
  expect(describeJobs(jobs)).toEqual({ text: '2 jobs', percent: 33 });
});

test('a stopped job with something left needs attention, and an ended one does not', () => {
  const braked = aJob({ jobId: 'braked', state: 'braked', counts: { 'failed-again': 1, waiting: 4 } });
  expect(describeJobs([braked, aJob()])).toEqual({ text: '1 job to check', percent: null });
  expect(jobsInHand([braked, aJob()]).map(({ jobId }) => jobId)).toEqual(['braked']);
  expect(describeJobs([aJob()])).toEqual({ text: 'No jobs', percent: null });
});
