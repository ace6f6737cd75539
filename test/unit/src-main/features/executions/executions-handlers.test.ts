import { describe, expect, it } from 'vitest';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import type { DescribedExecution, Executions } from '#main/aws/executions.ts';
import { executionsHandlers } from '#main/features/executions/executions-handlers.ts';
import { executionSchema, historyPageSchema } from '#shared/contract/executions.ts';
import { ok, refused } from '#shared/contract/result.ts';
import { aReceipt } from '#test/builders/a-reader.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';

const name = { batchId: 'batch-1', run: 2 };
const context = { reference: 'r', role: 'support', host: 'browser' } as const;
const failed: DescribedExecution = {
  ...name,
  arn: 'arn',
  status: 'FAILED',
  startedAt: '2026-11-01T09:00:00.000Z',
  stoppedAt: '2026-11-01T10:00:00.000Z',
  error: { code: 'Lambda.TooManyRequestsException', cause: null },
  redriveCount: 0,
  redrivenAt: null,
  redriveStatus: 'REDRIVABLE',
  redriveStatusReason: null,
};

function handlersOver(executions: Partial<Executions>, now = '2026-11-10T00:00:00.000Z') {
  const doors = { executions } as ConnectionDoors;
  return executionsHandlers({ doors: () => doors, now: () => Date.parse(now) });
}

async function read(change: Partial<DescribedExecution>, now?: string) {
  const say = () => Promise.resolve(ok({ ...failed, ...change }, aReceipt));
  const answer = await handlersOver({ describe: say }, now)['executions.read'](name, context);
  expect(answer).toMatchObject({ receipt: aReceipt });
  return executionSchema.parse(valueOf(answer));
}

describe('an execution', () => {
  it('that failed can be redriven for 14 days, and cannot be stopped', async () => {
    expect(await read({})).toMatchObject({
      redriveUntil: '2026-11-15T10:00:00.000Z',
      canRedrive: { allowed: true, why: expect.stringContaining('new run') as string },
      canStop: { allowed: false },
    });
  });

  it('that is running can be stopped, and shows what becomes of its documents', async () => {
    const running = { status: 'RUNNING', stoppedAt: null, redriveStatus: 'NOT_REDRIVABLE' } as const;
    expect(
      await read({ ...running, redriveStatusReason: 'Execution is RUNNING and cannot be redriven' }),
    ).toMatchObject({
      redriveUntil: null,
      canRedrive: { allowed: false, why: 'It is still running. Wait for its end, or stop it first.' },
      canStop: { allowed: true, why: expect.stringContaining('become FAILED') as string },
    });
  });

  it('that has succeeded has no last day', async () => {
    expect(await read({ status: 'SUCCEEDED', error: null, redriveStatus: 'NOT_REDRIVABLE' })).toMatchObject({
      redriveUntil: null,
      canRedrive: { allowed: false, why: expect.stringContaining('It has succeeded') as string },
      canStop: { allowed: false },
    });
  });

  it.each([
    ['Execution redrivable period exceeded', 'more than 14 days ago'],
    ['Execution history event limit exceeded', '25,000 events'],
    ['Execution has exceeded the max execution time', 'a year ago'],
    ['Execution redrive limit exceeded', 'as often as AWS allows'],
    ['State machine is in DELETING status', 'being deleted'],
    ['Something that AWS says one day', 'AWS says: "Something that AWS says one day".'],
  ])('that AWS will not redrive says why, and what to do instead: %s', async (redriveStatusReason, says) => {
    const { canRedrive } = await read({ redriveStatus: 'NOT_REDRIVABLE', redriveStatusReason });
    expect(canRedrive.allowed).toBe(false);
    expect(canRedrive.why).toContain(says);
    expect(canRedrive.why).toContain('Reprocess its documents instead: that is a new run');
  });

  it('without AWS’s status is not redriven', async () => {
    expect((await read({ redriveStatus: null })).canRedrive.allowed).toBe(false);
  });
});

it('a page of a history and the documents of a run are returned as read', async () => {
  const events = [
    { id: 1, previous: 0, at: 1, type: 'ExecutionStarted', state: null, index: null, error: null },
  ];
  const asked: unknown[] = [];
  const handlers = handlersOver({
    history: (...question) => {
      asked.push(question);
      return Promise.resolve(ok({ events, cursor: 'next' }, aReceipt));
    },
    mapRun: () => Promise.resolve(ok(null, aReceipt)),
    documentIds: () => Promise.resolve(ok(['d-1'], aReceipt)),
    children: (...question) => {
      asked.push(question);
      return Promise.resolve(ok({ children: [], cursor: 'next' }, aReceipt));
    },
  });
  const page = await handlers['executions.history']({ ...name, cursor: 'here', pageSize: 5 }, context);
  expect(historyPageSchema.parse(valueOf(page))).toEqual({ events, cursor: 'next' });
  expect(asked).toEqual([[name, { cursor: 'here', pageSize: 5 }]]);
  const children = await handlers['executions.children']({ ...name, status: 'FAILED' }, context);
  expect(children).toEqual(ok({ children: [], cursor: 'next' }, aReceipt));
  expect(asked.at(-1)).toEqual([name, { status: 'FAILED' }]);
  const documents = await handlers['executions.documents'](name, context);
  expect(documents).toEqual(ok({ documentIds: ['d-1'] }, aReceipt));
  expect(await handlers['executions.mapRun'](name, context)).toEqual(ok({ mapRun: null }, aReceipt));
});

it('a refusal is passed on as it is', async () => {
  const refusal = refused({ code: 'execution-expired', message: 'Gone.', run: 2 });
  const say = () => Promise.resolve(refusal);
  const handlers = handlersOver({ describe: say, history: say, documentIds: say });
  expect(await handlers['executions.read'](name, context)).toEqual(refusal);
  expect(await handlers['executions.history'](name, context)).toEqual(refusal);
  expect(await handlers['executions.documents'](name, context)).toEqual(refusal);
});
