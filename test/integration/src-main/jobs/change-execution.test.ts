import { describe, expect, it } from 'vitest';
import { executionAction } from '#main/jobs/actions/change-execution.ts';
import type { JobAction, Look, RunningJob } from '#main/jobs/job-action.ts';
import { anExecutionPlan } from '#test/builders/an-execution-plan.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { anExtraction, type Extraction } from '#test/builders/an-extraction.ts';
import { executionDoors } from '#test/builders/execution-doors.ts';
import { fakeReaders } from '#test/builders/fake-readers.ts';

type Kind = 'redrive-execution' | 'stop-execution';

const accepted = { kind: 'accepted', run: null, refused: new Map() };

function actionOn(extraction: Extraction, kind: Kind, version: number | null = null) {
  const { doors, sent } = executionDoors(extraction.aws);
  const { batchId } = extraction.batch;
  const plan = anExecutionPlan(kind, { batchId, version });
  const id = `${batchId}-r1`;
  const job: RunningJob = { plan, by: 'mira', reason: 'Lambda was throttled', isOver: () => false };
  const action = executionAction(
    kind,
    () => doors,
    () => extraction.aws.world.clock.now(),
  );
  return {
    action,
    doors,
    sent,
    skips: async () => [...valueOf(await action.recheck(plan, [id])).skip],
    send: (idempotencyKey = 'key-1') => action.send(job, { ids: [id], idempotencyKey }),
    look: () => lookAt(action, job, id),
  };
}

async function lookAt(action: JobAction, job: RunningJob, id: string) {
  const { looks, seen } = valueOf(await action.look(job, [{ id, run: null }]));
  return { look: looks.get(id) as Look, seen };
}

describe('stopping an execution', { timeout: 30_000 }, () => {
  it('ends with its batch and documents as they were left', async () => {
    const extraction = await anExtraction({ documents: 2 });
    await extraction.advance(7);
    const stop = actionOn(extraction, 'stop-execution', 0);
    expect(await stop.skips()).toEqual([]);
    expect(await stop.send()).toEqual(accepted);
    await extraction.advance(5);
    const { look, seen } = await stop.look();
    expect(look).toMatchObject({ state: 'fixed', run: 1, endedAt: expect.any(String) as string });
    expect(seen.batches).toMatchObject([{ status: 'FAILED', runs: { 1: 'ABORTED' }, counts: { FAILED: 2 } }]);
    expect(seen.documents.map(({ status }) => status)).toEqual(['FAILED', 'FAILED']);
    const [document] = await extraction.documentsNow();
    expect(document?.error?.message).toContain('Stopped from the console by mira: Lambda was throttled');
  });

  it('waits for the pipeline to record what was left, but not for ever', async () => {
    const extraction = await anExtraction({ documents: 1 });
    await extraction.advance(7);
    const stop = actionOn(extraction, 'stop-execution', 0);
    await stop.skips();
    await stop.send();
    // The clock stands still, so the pipeline has not been notified of the end yet.
    const states = [];
    for (let looks = 0; looks < 5; looks += 1) states.push((await stop.look()).look.state);
    expect(states).toEqual(['running', 'running', 'running', 'running', 'fixed']);
  });

  it('does not stop one that was redriven since', async () => {
    const extraction = await anExtraction({ documents: 1 });
    await extraction.advance(7);
    const stop = actionOn(extraction, 'stop-execution', 0);
    const name = { batchId: extraction.batch.batchId, run: 1 };
    expect(await stop.skips()).toEqual([]);
    await stop.doors.executions.stop(name, { error: 'e', cause: 'c' });
    expect((await stop.doors.executions.redrive(name, 'of-another-person')).kind).toBe('done');
    expect(await stop.send()).toMatchObject({ kind: 'refused' });
    expect(await stop.skips()).toEqual([
      [`${name.batchId}-r1`, 'It has been redriven since the plan was made.'],
    ]);
    expect(valueOf(await stop.doors.executions.describe(name)).status).toBe('RUNNING');
    expect((await stop.look()).look.state).toBe('overtaken');
  });

  it('leaves alone one that has ended on its own', async () => {
    const extraction = await anExtraction({ documents: 1 });
    await extraction.advance(7);
    const stop = actionOn(extraction, 'stop-execution', 0);
    await extraction.advance(60);
    expect(await stop.skips()).toMatchObject([
      [expect.any(String), expect.stringContaining('already ended')],
    ]);
    // The execution ended between the two.
    expect(await stop.send()).toEqual(accepted);
    expect((await stop.look()).look).toMatchObject({
      state: 'overtaken',
      note: 'It had already ended, nothing was stopped: SUCCEEDED.',
    });
  });
});

describe('redriving an execution', { timeout: 30_000 }, () => {
  async function stopped(options: Parameters<typeof anExtraction>[0] = { documents: 2 }) {
    const extraction = await anExtraction(options);
    await extraction.advance(7);
    const name = { batchId: extraction.batch.batchId, run: 1 };
    await executionDoors(extraction.aws).doors.executions.stop(name, { error: 'Stopped', cause: 'by Ines' });
    await extraction.advance(5);
    return extraction;
  }

  it('follows it until it has succeeded', async () => {
    const extraction = await stopped();
    const redrive = actionOn(extraction, 'redrive-execution', 0);
    expect(await redrive.skips()).toEqual([]);
    expect(await redrive.send()).toEqual(accepted);
    expect((await redrive.look()).look).toMatchObject({ state: 'running', endedAt: null });
    await extraction.advance(60);
    const { look, seen } = await redrive.look();
    expect(look).toMatchObject({ state: 'fixed', run: 1, note: null });
    expect(seen.batches).toMatchObject([{ status: 'SUCCEEDED' }]);
    expect(seen.documents.map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  });

  it('happens once, however often the same call is made', async () => {
    const extraction = await stopped();
    const redrive = actionOn(extraction, 'redrive-execution');
    await redrive.skips();
    extraction.aws.world.faults.set([
      { id: 'x', kind: 'reset-after-apply', operation: 'RedriveExecution', times: 1 },
    ]);
    expect(await redrive.send()).toMatchObject({ kind: 'unclear' });
    expect(await redrive.send()).toEqual(accepted);
    await extraction.advance(60);
    expect(await redrive.send()).toEqual(accepted);
    const name = { batchId: extraction.batch.batchId, run: 1 };
    expect(valueOf(await redrive.doors.executions.describe(name)).redriveCount).toBe(1);
    expect((await redrive.look()).look.state).toBe('fixed');
  });

  it('fails again if the run fails again, with its error', async () => {
    const extraction = await stopped();
    const redrive = actionOn(extraction, 'redrive-execution');
    await redrive.skips();
    await redrive.send();
    await redrive.doors.executions.stop(
      { batchId: extraction.batch.batchId, run: 1 },
      { error: 'Broken', cause: 'once more' },
    );
    await extraction.advance(5);
    expect((await redrive.look()).look).toMatchObject({
      state: 'failed-again',
      note: 'ABORTED with Broken: once more',
    });
  });

  it('leaves alone one that cannot be redriven, and says why', async () => {
    const extraction = await anExtraction({ documents: 1 });
    await extraction.advance(60);
    const redrive = actionOn(extraction, 'redrive-execution');
    expect(await redrive.skips()).toMatchObject([
      [expect.any(String), expect.stringContaining('It has succeeded')],
    ]);
    expect(await redrive.send()).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('Nothing was done') as string,
    });
  });

  it('waits for the sign-in, as nothing was sent', async () => {
    const extraction = await anExtraction({ documents: 1, uploaded: false });
    const { doors } = executionDoors(extraction.aws);
    const { batchId } = extraction.batch;
    const plan = anExecutionPlan('redrive-execution', { batchId, version: 0 });
    const job: RunningJob = { plan, by: 'mira', reason: 'x', isOver: () => false };
    for (const name of ['NotSignedIn', 'ExpiredTokenException']) {
      const why = 'The sign-in to AWS has expired. Nothing was done.';
      const executions = {
        ...doors.executions,
        redrive: () => Promise.resolve({ kind: 'refused', name, why } as const),
      };
      const { send } = executionAction('redrive-execution', () => ({ ...doors, executions }));
      expect(await send(job, { ids: [`${batchId}-r1`], idempotencyKey: 'key-1' })).toEqual({
        kind: 'not-sent',
        why,
      });
    }
  });

  it('leaves alone one that Step Functions no longer keeps', async () => {
    const extraction = await anExtraction({ documents: 1, uploaded: false });
    const redrive = actionOn(extraction, 'redrive-execution');
    expect(await redrive.skips()).toMatchObject([[expect.any(String), expect.stringContaining('90 days')]]);
  });

  it('with many documents still reports what became of the batch', async () => {
    const extraction = await stopped({
      documents: ['bad.pdf'],
      readers: fakeReaders({ files: { 'bad.pdf': { fails: { at: 'verify', as: 'SchemaMismatch' } } } }),
    });
    const redrive = actionOn(extraction, 'redrive-execution', 0);
    await redrive.skips();
    await redrive.send();
    await extraction.advance(120);
    const { look, seen } = await redrive.look();
    // The execution has succeeded, and the document itself carries its failure.
    expect(look.state).toBe('fixed');
    expect(seen.documents).toMatchObject([{ status: 'FAILED', run: 1 }]);
  });

  it('cannot be requested again for longer than AWS remembers its token', () => {
    const { repeatableForMs, mostInCall } = executionAction('redrive-execution', () => {
      throw new Error('Not used here.');
    });
    expect(repeatableForMs).toBeLessThan(15 * 60_000);
    expect(mostInCall).toBe(1);
  });
});
