import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aStepFunctions, bad, described, good, run1, sandboxArns } from './a-step-functions.ts';

const asked = { executionArn: `${sandboxArns}batch-1-r1` };

describe('the name of an execution', () => {
  it.each([
    [`${sandboxArns}batch-1-r12`, { batchId: 'batch-1', run: 12 }],
    [`${sandboxArns}a-r1-r2`, { batchId: 'a-r1', run: 2 }],
    [`${sandboxArns}batch-1`, null],
    [`${sandboxArns}batch-1-r0`, null],
    [`${sandboxArns}batch-1-r1000001`, null],
    [`${sandboxArns}batch-1-r1:2`, null],
    [`${sandboxArns.replace('local', 'eu-west-1')}batch-1-r1`, null],
    [`${sandboxArns.replace('000000000000', '111111111111')}batch-1-r1`, null],
    [`${sandboxArns.replace('sandbox', 'prod')}batch-1-r1`, null],
    ['batch-1-r1', null],
    ['', null],
  ])('%s', async (arn, run) => {
    const { executions } = aStepFunctions([]);
    expect(valueOf(await executions.runOf(arn))).toEqual(run);
  });

  it('that is invalid is not sent, nor changed', async () => {
    const { executions, sent } = aStepFunctions([]);
    for (const batchId of ['a:b', 'a b', 'a/b', 'x'.repeat(80)]) {
      const name = { batchId, run: 1 };
      expect(await executions.describe(name)).toMatchObject({ failure: { code: 'not-found' } });
      expect(await executions.history(name, {})).toMatchObject({ failure: { code: 'not-found' } });
      expect(await executions.documentIds(name)).toMatchObject({ failure: { code: 'not-found' } });
      expect(await executions.redrive(name, 't')).toMatchObject({ kind: 'refused' });
      expect(await executions.stop(name, { error: 'e', cause: 'c' })).toMatchObject({ kind: 'refused' });
    }
    expect(sent).toEqual([]);
  });
});

describe('a description', () => {
  it('reads metadata only, and has a receipt', async () => {
    const { executions, sent } = aStepFunctions([good(described)]);
    const answer = await executions.describe(run1);
    expect(valueOf(answer)).toEqual({
      batchId: 'batch-1',
      run: 1,
      arn: asked.executionArn,
      status: 'FAILED',
      startedAt: '2025-11-20T12:00:00.500Z',
      stoppedAt: '2025-11-20T12:10:00.000Z',
      error: { code: 'States.Runtime', cause: 'It was full' },
      redriveCount: 2,
      redrivenAt: '2025-11-20T12:05:00.000Z',
      redriveStatus: 'REDRIVABLE',
      redriveStatusReason: null,
    });
    expect(sent).toEqual([
      { operation: 'DescribeExecution', input: { ...asked, includedData: 'METADATA_ONLY' } },
    ]);
    expect(answer).toMatchObject({
      receipt: {
        pattern: 'Step Functions: DescribeExecution',
        index: 'execution',
        pages: 1,
        items: 1,
        rru: 0,
        bytes: JSON.stringify(described).length,
        asOf: '2026-11-20T14:42:00.000Z',
      },
    });
  });

  it('without its error takes it from the last event, without its data', async () => {
    const { error, cause, ...metadata } = described;
    const last = {
      id: 9,
      type: 'ExecutionFailed',
      timestamp: 1,
      executionFailedEventDetails: { error, cause },
    };
    const { executions, sent } = aStepFunctions([good(metadata), good({ events: [last] })]);
    const answer = await executions.describe(run1);
    expect(valueOf(answer).error).toEqual({ code: error, cause });
    expect(sent[1]?.input).toEqual({
      ...asked,
      reverseOrder: true,
      maxResults: 1,
      includeExecutionData: false,
    });
    expect(answer).toMatchObject({ receipt: { pages: 2 } });
  });

  it('goes without its error if the history may not be read', async () => {
    const { error: _, cause: _cause, ...metadata } = described;
    const { executions } = aStepFunctions([good(metadata), bad('AccessDeniedException')]);
    expect(valueOf(await executions.describe(run1))).toMatchObject({ status: 'FAILED', error: null });
  });

  it('reports unknown values as unknown', async () => {
    const sparse = {
      executionArn: 'x',
      status: 'RUNNING',
      startDate: 1e300,
      redriveStatus: 'SOMETHING_NEW',
    };
    const { executions } = aStepFunctions([good(sparse)]);
    expect(valueOf(await executions.describe(run1))).toMatchObject({
      startedAt: null,
      stoppedAt: null,
      redriveCount: 0,
      redriveStatus: null,
    });
  });
});

describe('a history', () => {
  const events = [
    { id: 1, type: 'ExecutionStarted', timestamp: 1_763_640_000.25, previousEventId: 0 },
    {
      id: 2,
      type: 'TaskStateEntered',
      timestamp: 2,
      previousEventId: 1,
      stateEnteredEventDetails: { name: 'Textract', inputDetails: { truncated: false } },
    },
    {
      id: 3,
      type: 'MapIterationStarted',
      timestamp: 3,
      mapIterationStartedEventDetails: { name: 'M', index: 4 },
    },
    {
      id: 4,
      type: 'LambdaFunctionFailed',
      timestamp: 4,
      lambdaFunctionFailedEventDetails: { error: 'CorruptFile', cause: 'IBAN DE89 3704' },
    },
  ];

  it('is slim, and has only the code of a failure', async () => {
    const { executions, sent } = aStepFunctions([good({ events })]);
    const answer = await executions.history(run1, {});
    expect(valueOf(answer)).toEqual({
      cursor: null,
      events: [
        {
          id: 1,
          previous: 0,
          at: 1_763_640_000_250,
          type: 'ExecutionStarted',
          state: null,
          index: null,
          error: null,
        },
        {
          id: 2,
          previous: 1,
          at: 2_000,
          type: 'TaskStateEntered',
          state: 'Textract',
          index: null,
          error: null,
        },
        { id: 3, previous: 0, at: 3_000, type: 'MapIterationStarted', state: null, index: 4, error: null },
        {
          id: 4,
          previous: 0,
          at: 4_000,
          type: 'LambdaFunctionFailed',
          state: null,
          index: null,
          error: 'CorruptFile',
        },
      ],
    });
    expect(sent[0]?.input).toEqual({ ...asked, includeExecutionData: false, maxResults: 1_000 });
    expect(answer).toMatchObject({
      receipt: { pattern: 'Step Functions: GetExecutionHistory', items: 4, rru: 0 },
    });
  });

  it('continues with a cursor that reveals nothing and fits this execution alone', async () => {
    const { executions, sent } = aStepFunctions([
      good({ events, nextToken: 'raw-token' }),
      good({ events: [] }),
    ]);
    const first = valueOf(await executions.history(run1, { pageSize: 4 }));
    expect(first.cursor).toMatch(/^[\w-]{40,80}$/);
    expect(first.cursor).not.toContain('raw-token');
    const cursor = first.cursor ?? '';
    for (const [name, tried] of [
      [{ batchId: 'batch-1', run: 2 }, cursor],
      [{ batchId: 'batch-2', run: 1 }, cursor],
      [run1, `${cursor.slice(0, -1)}_`],
      [run1, 'raw-token'],
      [run1, ''],
    ] as const) {
      expect(await executions.history(name, { cursor: tried })).toMatchObject({
        failure: { code: 'cursor-refused' },
      });
    }
    expect(sent).toHaveLength(1);
    expect(valueOf(await executions.history(run1, { cursor, pageSize: 4 }))).toEqual({
      events: [],
      cursor: null,
    });
    expect(sent[1]?.input).toEqual({
      ...asked,
      includeExecutionData: false,
      maxResults: 4,
      nextToken: 'raw-token',
    });
  });

  it('asks to start over if AWS no longer knows the place', async () => {
    const { executions } = aStepFunctions([good({ events: [], nextToken: 't' }), bad('InvalidToken')]);
    const { cursor } = valueOf(await executions.history(run1, {}));
    expect(await executions.history(run1, { cursor: cursor ?? '' })).toMatchObject({
      failure: { code: 'cursor-refused' },
    });
  });
});

describe('the documents of an execution', () => {
  const output = (value: unknown) => ({
    id: 8,
    type: 'TaskStateExited',
    timestamp: 1,
    stateExitedEventDetails: { name: 'ListDocuments', output: JSON.stringify(value) },
  });

  it('are read from the one state that lists them, and only the ids are passed on', async () => {
    const other = { id: 7, type: 'TaskStateEntered', timestamp: 1 };
    const { executions, sent } = aStepFunctions([
      good({ events: [other], nextToken: 'more' }),
      good({
        events: [output({ documentIds: ['d-2', 'd-1'], batch: { iban: 'DE89' } })],
        nextToken: 'even more',
      }),
    ]);
    const answer = await executions.documentIds(run1);
    expect(valueOf(answer)).toEqual(['d-2', 'd-1']);
    expect(sent.map(({ input }) => input)).toEqual([
      { ...asked, includeExecutionData: true, maxResults: 50 },
      { ...asked, includeExecutionData: true, maxResults: 50, nextToken: 'more' },
    ]);
    expect(answer).toMatchObject({ receipt: { pages: 2, items: 2 } });
  });

  it('are none if it has not come so far', async () => {
    const { executions, sent } = aStepFunctions([good({ events: [], nextToken: 'and so on' })]);
    expect(valueOf(await executions.documentIds(run1))).toEqual([]);
    expect(sent).toHaveLength(4);
  });

  it.each([
    ['another shape', { documentIds: 'd-1' }],
    ['ids that are none', { documentIds: ['d-1', 2] }],
    ['no list', {}],
  ])('are reported as unreadable: %s', async (_case, value) => {
    const { executions } = aStepFunctions([good({ events: [output(value)] })]);
    expect(await executions.documentIds(run1)).toMatchObject({
      failure: { code: 'aws-refused', name: 'UnreadableAnswer' },
    });
  });
});

describe('a read that fails', () => {
  it('is made again while that may help, and then reported', async () => {
    const passing = aStepFunctions([bad('ThrottlingException'), bad('X', 500), 'reset', good(described)]);
    expect((await passing.executions.describe(run1)).ok).toBe(true);
    expect(passing.pauses).toEqual([50, 100, 200]);
    const lasting = aStepFunctions([bad('ThrottlingException')]);
    expect(await lasting.executions.describe(run1)).toMatchObject({
      failure: { code: 'throttled', attempts: 8 },
    });
    expect(lasting.sent).toHaveLength(8);
  });

  it.each([
    [bad('ExecutionDoesNotExist'), { code: 'execution-expired', run: 1 }],
    [
      bad('AccessDeniedException'),
      { code: 'read-denied', action: 'states:DescribeExecution', resource: 'execution/batch-1-r1' },
    ],
    [bad('ExpiredTokenException'), { code: 'sign-in-expired' }],
    [bad('InvalidArn'), { code: 'aws-refused', service: 'Step Functions', name: 'InvalidArn' }],
    [
      { status: 200, body: '<html>Sign in</html>' },
      { code: 'aws-refused', name: 'UnreadableAnswer' },
    ],
    [good({ ...described, status: 'ODD' }), { code: 'aws-refused', name: 'UnreadableAnswer' }],
    [{ status: 502, body: '<html></html>' }, { code: 'aws-refused' }],
    ['reset', { code: 'aws-unreachable', service: 'Step Functions' }],
    ['silence', { code: 'aws-unreachable', service: 'Step Functions' }],
  ] as const)('%j', async (reply, failure) => {
    const { executions } = aStepFunctions([reply], { longestRead: 5 });
    expect(await executions.describe(run1)).toMatchObject({ ok: false, failure });
  });
});
