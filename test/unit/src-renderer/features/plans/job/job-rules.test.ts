import { describe, expect, test } from 'vitest';
import { someNames } from '#test/builders/some-names.ts';
import type { ItemState } from '#shared/contract/jobs.ts';
import {
  describeBrake,
  describeEnd,
  describeResume,
  whyNotBrake,
  whyNotResume,
} from '#renderer/features/plans/plan-messages.ts';
import {
  listJobNews,
  findStateToShow,
  listReceiptChoices,
  formatReceipts,
  toSegments,
  readStates,
  describeStep,
  type JobStep,
} from '#renderer/features/plans/job/job-rules.ts';
import type { PlanningSession } from '#renderer/features/plans/planning-session.ts';
import { aJob, aReceipt, someCounts } from '#test/builders/a-job.ts';

describe('steps', () => {
  test('show a small step with a box for each item in the order of the plan', () => {
    const items: ItemState[] = ['fixed', 'failed-again', 'running', 'waiting'];
    expect(toSegments(aStep(items)).map(({ state }) => state)).toEqual(items);
  });

  test('show a large step with shares that contain all items', () => {
    const step = aStep([], { fixed: 600, 'failed-again': 3, running: 10, waiting: 387 });
    const segments = toSegments(step);
    expect(segments.map(({ state }) => state)).toEqual(['fixed', 'failed-again', 'running', 'waiting']);
    expect(segments.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
  });

  test('say how many items are left while they run, and the outcomes afterwards', () => {
    expect(describeStep(aStep(['fixed', 'running', 'waiting']), { kind: 'reprocess' })).toBe('2 of 3 left');
    expect(describeStep(aStep(['fixed', 'fixed', 'failed-again'], {}, 'done'), { kind: 'reprocess' })).toBe(
      '2 fixed and 1 failed again',
    );
    expect(describeStep(aStep(['waiting'], {}, 'waiting'), { kind: 'reprocess' })).toBe('');
  });
});

describe('announcing jobs in the background', () => {
  const running = aJob({ state: 'running', counts: { fixed: 2, running: 1 } });

  test('reports once that a job has ended', () => {
    const done = aJob({ state: 'done', counts: { fixed: 3 } });
    const before = readStates([running]);
    expect(listJobNews(before, [done])).toMatchObject([
      { message: '3 of 3 fixed. Read back by key.', tone: 'succeeded' },
    ]);
    expect(listJobNews(readStates([done]), [done])).toEqual([]);
  });

  test('reports that a job has braked, and why', () => {
    const braked = aJob({ state: 'braked', because: '1 of the first 1 failed again.' });
    expect(listJobNews(readStates([running]), [braked])).toMatchObject([
      { message: 'Braked. 1 of the first 1 failed again.', tone: 'failed' },
    ]);
  });

  test('reports a job that began and ended between two looks', () => {
    expect(listJobNews(new Map(), [aJob()])).toHaveLength(1);
  });

  test('reports only interrupted jobs when the page opens', () => {
    const interrupted = aJob({ jobId: 'plan-2', state: 'interrupted', counts: { fixed: 1, waiting: 6 } });
    expect(listJobNews(undefined, [aJob(), running, interrupted])).toMatchObject([
      { jobId: 'plan-2', message: 'A job was interrupted with 6 documents left' },
    ]);
  });
});

describe('braking and resuming', () => {
  test('say what they do', () => {
    expect(describeBrake(aJob({ counts: { running: 4, waiting: 7 } }))).toBe(
      'Nothing new starts. 4 running documents finish and keep their receipts.',
    );
    expect(describeResume(aJob({ state: 'braked', counts: { waiting: 7, uncertain: 2 } }))).toMatch(
      /^Resumes with the 7 unsent\..*brake counters and the ramp start again.*2 uncertain, not sent again/,
    );
    expect(describeResume(aJob({ state: 'interrupted', counts: { running: 3 } }))).toMatch(
      /^All were sent\. Continues watching 3\./,
    );
  });

  test('say what happens to an item that may have been sent', () => {
    const last = aJob({ state: 'braked', counts: { fixed: 8, uncertain: 2 }, unanswered: 1 });
    expect(describeResume(last)).toBe(
      'Checks 1 that may have been sent. Nothing is done twice. 1 uncertain, not sent again.',
    );
    expect(describeEnd(last)).toBe('Or end the job. 1 that may have been sent will stay uncertain.');
    expect(describeEnd({ ...last, counts: { ...last.counts, waiting: 3 } })).toBe(
      'Or end the job: the 3 unsent stay as they are. 1 that may have been sent will stay uncertain.',
    );
    expect(describeEnd(aJob({ counts: { waiting: 3 } }))).toBe(
      'Or end the job: the 3 unsent stay as they are.',
    );
  });

  test('require permission: only the person who started a job can resume it', () => {
    const job = aJob({ by: 'mira' });
    const names = someNames({ 'person mira': 'Mira Okafor' });
    expect(whyNotResume(job, as('mira', 'support'), names)).toBeNull();
    expect(whyNotResume(job, as('ivar', 'admin'), names)).toMatch(/^Only Mira Okafor can resume/);
    expect(whyNotResume(job, as('mira', 'reviewer'), names)).toMatch(/support or admin/);
    expect(whyNotResume(job, as('mira', 'support', true), names)).toMatch(/read-only/);
  });

  test('require permission: a job is braked, ended and paced by the roles of its kind', () => {
    const approval = aJob({ kind: 'approve-documents' });
    expect(whyNotBrake(approval, as('mira', 'reviewer'))).toBeNull();
    expect(whyNotBrake(approval, as('ivar', 'admin'))).toBeNull();
    expect(whyNotBrake(approval, as('sam', 'support'))).toBe(
      'Requires the reviewer or admin role. You work as support.',
    );
    expect(whyNotBrake(aJob({ kind: 'send-to-review' }), as('mira', 'reviewer'))).toBeNull();
    expect(whyNotBrake(aJob(), as('mira', 'reviewer'))).toMatch(/support or admin/);
    // A job can be braked at any time, also on a read-only connection.
    expect(whyNotBrake(aJob(), as('sam', 'support', true))).toBeNull();
  });
});

describe('receipts', () => {
  test('begin with those a person has to look at', () => {
    expect(findStateToShow(someCounts({ fixed: 26, 'failed-again': 1, uncertain: 1 }))).toBe('uncertain');
    expect(findStateToShow(someCounts({ fixed: 27, skipped: 1 }))).toBeNull();
    expect(findStateToShow(someCounts({ 'failed-again': 3 }))).toBeNull();
    expect(listReceiptChoices(aJob({ counts: { fixed: 27, skipped: 1 } })).map(({ label }) => label)).toEqual(
      ['All 28', 'Skipped 1', 'Fixed 27'],
    );
  });

  test('are copied one a line, and a note cannot begin another line', () => {
    const text = formatReceipts(aJob(), [
      aReceipt(),
      aReceipt({ id: 'doc-2', state: 'refused', status: null, run: null, ms: null, note: 'no\nsuch\tbatch' }),
    ]);
    expect(text.split('\n')).toEqual([
      expect.stringMatching(/^01JC9Q4V8M7T, plan sha256:9f2c61ab/),
      'doc-1\tinv-0398.pdf\tFixed (SUCCEEDED)\trun 2\t10.8 s',
      'doc-2\tinv-0398.pdf\tRefused\t\t\tno such batch',
    ]);
  });
});

function aStep(
  items: readonly ItemState[],
  counts: Partial<JobStep['counts']> = {},
  state: JobStep['state'] = 'running',
): JobStep {
  const own: Partial<Record<ItemState, number>> = { ...counts };
  for (const item of items) own[item] = (own[item] ?? 0) + 1;
  const all = someCounts(own);
  return {
    size: Object.values(all).reduce((sum, count) => sum + count, 0),
    state,
    items: [...items],
    counts: all,
  };
}

function as(id: string, role: 'support' | 'reviewer' | 'admin', readOnly = false): PlanningSession {
  const personas = [{ id: 'mira', name: 'Mira Okafor', role: 'support', tenants: '*' } as const];
  return {
    connection: {
      id: 'local',
      name: 'Local sandbox',
      kind: 'sandbox',
      environment: 'sandbox',
      region: 'eu-west-1',
      accountId: null,
      readOnly,
      unlockable: false,
      editAndRedrive: true,
      deployment: 'sandbox',
    },
    who: { id, name: id, role, tenants: '*' },
    personas,
  };
}
