import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { anExtraction, type Extraction } from '#test/builders/an-extraction.ts';
import { executionDoors } from '#test/builders/execution-doors.ts';
import { fakeReaders } from '#test/builders/fake-readers.ts';

const why = { error: 'Stopped', cause: 'by Mira' };

function run1({ batch: { batchId } }: Extraction) {
  return { batchId, run: 1 };
}

describe('an execution of the pipeline', { timeout: 30_000 }, () => {
  it('is described while it runs and when it has ended, and its run is found by its ARN', async () => {
    const extraction = await anExtraction({ documents: 2 });
    const { executions } = executionDoors(extraction.aws).doors;
    const name = run1(extraction);
    await extraction.advance(7);
    const running = valueOf(await executions.describe(name));
    expect(running).toMatchObject({
      ...name,
      status: 'RUNNING',
      stoppedAt: null,
      redriveCount: 0,
      error: null,
    });
    expect(running.redriveStatus).toBe('NOT_REDRIVABLE');
    expect(valueOf(await executions.runOf(running.arn))).toEqual(name);
    await extraction.advance(60);
    const ended = valueOf(await executions.describe(name));
    expect(ended.status).toBe('SUCCEEDED');
    expect(Date.parse(ended.stoppedAt ?? '')).toBeGreaterThan(Date.parse(ended.startedAt ?? ''));
  });

  it('reads the same page by page as at once, without any payload', async () => {
    const files = { 'bad.pdf': { fails: { at: 'verify', as: 'SchemaMismatch' } } } as const;
    const extraction = await anExtraction({
      documents: ['good.pdf', 'bad.pdf'],
      readers: fakeReaders({ files }),
    });
    await extraction.advance(120);
    const { executions } = executionDoors(extraction.aws).doors;
    const name = run1(extraction);
    const whole = valueOf(await executions.history(name, {}));
    expect(whole.cursor).toBeNull();
    const paged = [];
    for (let cursor: string | undefined; ;) {
      const page = valueOf(await executions.history(name, { cursor, pageSize: 7 }));
      paged.push(...page.events);
      if (page.cursor === null) break;
      ({ cursor } = page);
    }
    expect(paged).toEqual(whole.events);
    expect(paged.map(({ id }) => id)).toEqual(paged.map((_, at) => at + 1));
    expect(paged.filter(({ type }) => type === 'MapIterationStarted').map(({ index }) => index)).toEqual([
      0, 1,
    ]);
    expect(paged.some(({ state, type }) => state === 'Verify' && type === 'TaskStateEntered')).toBe(true);
    expect(paged.some(({ error }) => error?.includes('SchemaMismatch') === true)).toBe(true);
    expect(JSON.stringify(paged)).not.toContain(extraction.batch.tenantId);
  });

  it('opens one event with its data by one call, and the next one of the page by none', async () => {
    const extraction = await anExtraction({ documents: 2 });
    await extraction.advance(60);
    const { doors, sent } = executionDoors(extraction.aws);
    const name = run1(extraction);
    const { events } = valueOf(await doors.executions.history(name, {}));
    const entered = events.find(({ state, type }) => state === 'Textract' && type === 'TaskStateEntered');
    const done = events.find(({ type, id }) => type === 'TaskSucceeded' && id > (entered?.id ?? 0));
    sent.length = 0;
    const opened = valueOf(await doors.executions.event(name, { eventId: entered?.id ?? 0 }));
    expect(JSON.stringify(opened.event)).toContain(extraction.batch.batchId);
    const next = valueOf(await doors.executions.event(name, { eventId: done?.id ?? 0 }));
    expect(sent).toEqual(['GetExecutionHistory']);
    expect(next.before.at(-1)?.type).toBe('TaskScheduled');
    expect(await doors.executions.event(name, { eventId: 999_999 })).toMatchObject({
      ok: false,
      failure: { code: 'not-found' },
    });
  });

  it('shows which document each iteration was', async () => {
    const extraction = await anExtraction({ documents: 3 });
    const { executions } = executionDoors(extraction.aws).doors;
    await extraction.advance(60);
    const ids = valueOf(await executions.documentIds(run1(extraction)));
    expect(ids.toSorted()).toEqual(extraction.documents.map(({ documentId }) => documentId).toSorted());
  });

  it('is stopped once however often that is requested, and its batch shows it', async () => {
    const extraction = await anExtraction({ documents: 2 });
    const { executions } = executionDoors(extraction.aws).doors;
    const name = run1(extraction);
    await extraction.advance(7);
    const first = await executions.stop(name, why);
    expect(first.kind).toBe('done');
    await extraction.advance(30);
    expect(await executions.stop(name, why)).toEqual(first);
    expect(valueOf(await executions.describe(name))).toMatchObject({
      status: 'ABORTED',
      error: { code: 'Stopped', cause: 'by Mira' },
      redriveStatus: 'REDRIVABLE',
    });
    expect(await extraction.batchNow()).toMatchObject({ status: 'FAILED', runs: { 1: 'ABORTED' } });
  });

  it('is redriven once under one token, and completes', async () => {
    const extraction = await anExtraction({ documents: 2 });
    const { executions } = executionDoors(extraction.aws).doors;
    const name = run1(extraction);
    await extraction.advance(7);
    await executions.stop(name, why);
    await extraction.advance(30);
    const first = await executions.redrive(name, 'token-1');
    expect(first.kind).toBe('done');
    await extraction.advance(1);
    expect(await executions.redrive(name, 'token-1')).toEqual(first);
    await extraction.advance(60);
    expect(await executions.redrive(name, 'token-1')).toEqual(first);
    expect(valueOf(await executions.describe(name))).toMatchObject({ status: 'SUCCEEDED', redriveCount: 1 });
    expect(await extraction.batchNow()).toMatchObject({ status: 'SUCCEEDED', counts: { SUCCEEDED: 2 } });
  });

  it('is not redriven if it has succeeded, and says why', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { executions } = executionDoors(extraction.aws).doors;
    await extraction.advance(60);
    expect(await executions.redrive(run1(extraction), 't')).toMatchObject({
      kind: 'refused',
      name: 'ExecutionNotRedrivable',
      why: expect.stringMatching(/^It has succeeded, .*that is a new run.*Nothing was done\.$/) as string,
    });
  });

  it('that never existed, or is no longer kept, is reported as gone', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { executions } = executionDoors(extraction.aws).doors;
    const name = { batchId: extraction.batch.batchId, run: 2 };
    const failure = { code: 'execution-expired', run: 2 };
    expect(await executions.describe(name)).toMatchObject({ failure });
    expect(await executions.history(name, {})).toMatchObject({ failure });
    expect(await executions.documentIds(name)).toMatchObject({ failure });
    expect(await executions.redrive(name, 't')).toMatchObject({
      kind: 'refused',
      name: 'ExecutionDoesNotExist',
    });
    expect(await executions.stop(name, why)).toMatchObject({
      kind: 'refused',
      name: 'ExecutionDoesNotExist',
    });
  });

  it('whose change is cut off may have been changed, and was requested once', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { doors, sent } = executionDoors(extraction.aws);
    await extraction.advance(7);
    extraction.aws.world.faults.set([{ id: 'x', kind: 'reset-after-apply', operation: 'StopExecution' }]);
    expect(await doors.executions.stop(run1(extraction), why)).toMatchObject({ kind: 'unclear' });
    expect(sent).toEqual(['StopExecution']);
    expect(valueOf(await doors.executions.describe(run1(extraction))).status).toBe('ABORTED');
  });
});
