import { describe, expect, test } from 'vitest';
import {
  describeChange,
  findActionPlace,
  joinJobs,
  writeAction,
  type Action,
} from '#shared/domain/activity-sentences.ts';
import { itemStates } from '#shared/domain/job-words.ts';
import type { Job } from '#shared/contract/jobs.ts';

const people: Readonly<Record<string, string>> = { mira: 'Mira Okafor', ines: 'Ines Halvorsen' };
const names = { person: (id: string) => people[id] ?? id, workflow: () => 'Invoices' };

function anAction(change: Partial<Action> = {}): Action {
  return {
    at: '2026-11-26T14:02:00.000Z',
    by: 'mira',
    operation: 'activity.note',
    outcome: 'ok',
    tenantId: 'northwind',
    batchId: 'b-1',
    documentId: null,
    workflowId: null,
    queue: null,
    fingerprint: null,
    jobId: null,
    facts: {},
    note: null,
    ...change,
  };
}

const start = anAction({
  operation: 'plans.start',
  jobId: 'job-1',
  facts: { kind: 'reprocess', total: '35' },
});
const end = anAction({
  operation: 'jobs.ended',
  jobId: 'job-1',
  facts: { kind: 'reprocess', total: '35', state: 'done', fixed: '33', 'failed-again': '2' },
});

describe('a sentence says who did what to what, and what came of it:', () => {
  test.each<[string, Action]>([
    ['Mira Okafor reprocessed 35 documents of batch b-1: 33 fixed, 2 failed again', end],
    ['Mira Okafor reprocessed 35 documents of batch b-1: started', start],
    [
      'Mira Okafor reprocessed 35 documents of 4 batches, batch b-1 among them: 33 fixed, 2 failed again',
      { ...end, facts: { ...end.facts, kind: 'reprocess-many', batches: '4' } },
    ],
    [
      'Mira Okafor reprocessed 35 documents of batch b-1: braked, 33 fixed, 2 failed again',
      { ...end, facts: { ...end.facts, state: 'braked' } },
    ],
    [
      'Mira Okafor tried to reprocess 35 documents of batch b-1: not done: the connection was read-only',
      { ...start, outcome: 'read-only' },
    ],
    [
      'Mira Okafor wrote a note on batch b-1: “Asked for new scans.”',
      anAction({ note: 'Asked for new scans.' }),
    ],
    ['Mira Okafor took on batch b-1', anAction({ operation: 'batches.work', facts: { workedOnBy: 'mira' } })],
    [
      'Mira Okafor handed over to Ines Halvorsen: batch b-1: “Please look.”',
      anAction({ operation: 'batches.work', facts: { workedOnBy: 'ines' }, note: 'Please look.' }),
    ],
    [
      'Mira Okafor ended the work on cause abc123',
      anAction({
        operation: 'incidents.work',
        batchId: null,
        fingerprint: 'abc123',
        facts: { workedOnBy: '' },
      }),
    ],
    [
      'Mira Okafor approved document d-1 of batch b-1',
      anAction({ operation: 'review.decide', documentId: 'd-1', facts: { decision: 'approve' } }),
    ],
    [
      'Mira Okafor changed the thresholds of workflow Invoices',
      anAction({ operation: 'workflows.saveThresholds', batchId: null, workflowId: 'w-1' }),
    ],
    [
      'Mira Okafor changed the objective of workflow Invoices: not saved, since a colleague was faster',
      anAction({
        operation: 'workflows.saveObjective',
        batchId: null,
        workflowId: 'w-1',
        facts: { outcome: 'overtaken' },
      }),
    ],
    [
      'Mira Okafor tried to change the budget of workflow Invoices: not done: the connection was read-only',
      anAction({
        operation: 'costs.saveBudget',
        batchId: null,
        workflowId: 'w-1',
        outcome: 'read-only',
      }),
    ],
    [
      'Mira Okafor sampled messages of queue letters',
      anAction({ operation: 'dead-letters.sample', batchId: null, tenantId: null, queue: 'letters' }),
    ],
    [
      'Mira Okafor began to give back document d-1 of batch b-1: no outcome recorded',
      anAction({ operation: 'review.release', outcome: null, documentId: 'd-1' }),
    ],
    ['Unknown person ran a.new on batch b-1', anAction({ by: null, operation: 'a.new' })],
  ])('%s', (sentence, action) => {
    expect(writeAction(action, names)).toBe(sentence);
  });
});

describe('the start and the end of a job', () => {
  test('are one row at the time of the end', () => {
    const later = { ...end, at: '2026-11-26T14:30:00.000Z' };
    expect(joinJobs([later, start]).map((action) => writeAction(action, names))).toEqual([
      'Mira Okafor reprocessed 35 documents of batch b-1: 33 fixed, 2 failed again',
    ]);
    expect(joinJobs([later, start])[0]?.at).toBe(later.at);
  });

  test('stay apart for two jobs, and for a start that was refused', () => {
    expect(joinJobs([end, { ...start, jobId: 'job-2' }])).toHaveLength(2);
    expect(joinJobs([end, { ...start, outcome: 'read-only' }])).toHaveLength(2);
  });
});

test('an action leads to its document, batch, queue, workflow or cause, and to its job otherwise', () => {
  expect(findActionPlace(end)).toEqual({
    is: 'batch',
    tenantId: 'northwind',
    batchId: 'b-1',
    documentId: null,
  });
  const bare = { tenantId: null, batchId: null };
  expect(findActionPlace(anAction({ ...bare, queue: 'letters' }))).toEqual({ is: 'queue', queue: 'letters' });
  expect(findActionPlace(anAction({ ...bare, fingerprint: 'abc', jobId: 'j' }))).toEqual({
    is: 'cause',
    fingerprint: 'abc',
  });
  expect(findActionPlace(anAction({ ...bare, jobId: 'j' }))).toEqual({ is: 'job', jobId: 'j' });
  expect(findActionPlace(anAction(bare))).toBeNull();
});

test('a job says what it has changed', () => {
  const counts = (change: Partial<Job['counts']>): Job['counts'] => ({
    ...(Object.fromEntries(itemStates.map((state) => [state, 0])) as Job['counts']),
    ...change,
  });
  const say = (total: number, change: Partial<Job['counts']>): string =>
    describeChange({ kind: 'reprocess', total, counts: counts(change) });
  expect(say(35, { fixed: 33, 'failed-again': 2 })).toBe('33 of 35 fixed, 2 failed again');
  expect(say(35, { waiting: 35 })).toBe('None of 35 sent yet');
  expect(say(1, { fixed: 1 })).toBe('Fixed');
  expect(say(2, { 'failed-again': 2 })).toBe('0 of 2 fixed, 2 failed again');
  const back = {
    kind: 'redrive-messages',
    total: 3,
    counts: counts({ fixed: 1, 'failed-again': 2 }),
  } as const;
  expect(describeChange(back)).toBe('1 of 3 processed, 2 back in the queue');
  // The message of a failed download is used up.
  expect(describeChange({ ...back, failedDownloads: 2 })).toBe('1 of 3 processed, 2 failed again');
});
