import { describe, expect, it } from 'vitest';
import { followBatch } from '#local/world/past/batch-course.ts';
import { writeHistory, type RunExecution } from '#local/world/past/execution-history.ts';
import { planPast } from '#local/world/past/past-plan.ts';

const anchor = Date.UTC(2026, 10, 20, 18);
const plan = planPast({ seed: '1', anchor });

function findRun(isWanted: (batch: (typeof plan.batches)[number]) => boolean): RunExecution {
  const batch = plan.batches.find(isWanted);
  const course = batch && followBatch(batch, anchor);
  const run = course?.runs[0];
  if (!course || !run) throw new Error('There is no such batch');
  const common = { region: 'local', account: '000000000000', webhookQueueUrl: 'http://queue' };
  return { ...common, course, run, executionName: `${course.batch.batchId}-r1`, webhook: () => undefined };
}

describe('a seeded history', () => {
  it('has a retry for each attempt at a throttled stage', () => {
    const told = findRun(({ story }) => story.defects.throttled === 31);
    const throttled = told.run.passages.filter(({ waits }) => waits.length > 0);
    expect(throttled).toHaveLength(31);
    const records = writeHistory(told);
    const failed = records.filter(({ type }) => type === 'TaskFailed');
    expect(failed).toHaveLength(3 * 31);
    expect(failed.every(({ details }) => details?.['error'] === 'ThrottlingException')).toBe(true);
    expect(records.filter(({ type }) => type === 'MapIterationSucceeded')).toHaveLength(240);
    expect(records.at(-1)).toMatchObject({ type: 'ExecutionSucceeded', time: told.run.endedAt });
  });

  it('works on ten documents at once, and never on more', () => {
    let [inWork, most] = [0, 0];
    for (const { type } of writeHistory(findRun(({ size }) => size === 112))) {
      if (type === 'MapIterationStarted') most = Math.max(most, ++inWork);
      if (type === 'MapIterationSucceeded') inWork -= 1;
    }
    expect([inWork, most]).toEqual([0, 10]);
  });

  it('ends when it is full, with the documents in work that its batch counts', () => {
    const told = findRun(({ execution }) => execution === 'failed by its history');
    const records = writeHistory(told);
    expect(records).toHaveLength(25_000);
    expect(records.at(-1)).toMatchObject({
      type: 'ExecutionFailed',
      previous: 24_999,
      time: told.run.endedAt,
      details: { error: 'States.Runtime' },
    });
    const begun = records.filter(({ type }) => type === 'MapIterationStarted').length;
    expect(begun).toBe(told.run.passages.length);
    const { counts } = told.course;
    expect(counts.SUCCEEDED).toBe(records.filter(({ type }) => type === 'MapIterationSucceeded').length);
    expect(counts.QUEUED).toBe(10_000 - begun);
  });

  it('is in the order of time, each event following from an earlier one', () => {
    let last = 0;
    for (const [place, { time, previous }] of writeHistory(findRun(({ size }) => size === 96)).entries()) {
      expect(time).toBeGreaterThanOrEqual(last);
      expect(previous).toBeLessThanOrEqual(place);
      last = time;
    }
  });
});
