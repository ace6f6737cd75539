import { describe, expect, it } from 'vitest';
import type { DescribedExecution } from '#main/aws/executions.ts';
import { executionLook } from '#main/jobs/actions/execution-look.ts';

const ended: DescribedExecution = {
  batchId: 'b',
  run: 1,
  arn: 'arn',
  status: 'FAILED',
  startedAt: null,
  stoppedAt: '2026-11-01T10:00:00.000Z',
  error: { code: 'Boom', cause: 'x'.repeat(2_000) },
  redriveCount: 1,
  redrivenAt: null,
  redriveStatus: 'REDRIVABLE',
  redriveStatusReason: null,
};

describe('a redrive', () => {
  it.each<[string, Partial<DescribedExecution>, number | null, string]>([
    ['has not shown yet', { redriveCount: 0 }, 0, 'running'],
    ['has not shown yet, whatever was known', { redriveCount: 0 }, null, 'running'],
    ['is under way', { status: 'RUNNING' }, 0, 'running'],
    ['waits', { status: 'PENDING_REDRIVE' }, 0, 'running'],
    ['has succeeded', { status: 'SUCCEEDED' }, 0, 'fixed'],
    ['has failed', {}, 0, 'failed-again'],
    ['was stopped', { status: 'ABORTED' }, 0, 'failed-again'],
    ['has been redriven by another since', { redriveCount: 2, status: 'RUNNING' }, 0, 'overtaken'],
    ['of which nobody knows how often before', { redriveCount: 5, status: 'SUCCEEDED' }, null, 'fixed'],
  ])('%s', (_case, change, before, state) => {
    expect(executionLook('redrive-execution', { ...ended, ...change }, before).state).toBe(state);
  });

  it('tells its error, and not the whole of a long cause', () => {
    const { note, endedAt } = executionLook('redrive-execution', ended, 0);
    expect(note).toMatch(/^FAILED with Boom: x+$/);
    expect(note?.length).toBeLessThan(600);
    expect(endedAt).toBe(ended.stoppedAt);
  });
});

describe('a stop', () => {
  it.each<[string, Partial<DescribedExecution>, string]>([
    ['has not shown yet', { status: 'RUNNING' }, 'running'],
    ['has stopped it', { status: 'ABORTED' }, 'fixed'],
    ['came too late', { status: 'SUCCEEDED' }, 'overtaken'],
    ['was undone by a redrive', { status: 'RUNNING', redriveCount: 2 }, 'overtaken'],
  ])('%s', (_case, change, state) => {
    expect(executionLook('stop-execution', { ...ended, ...change }, 1).state).toBe(state);
  });
});
