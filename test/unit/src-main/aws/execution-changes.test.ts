import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotConnected } from '#main/network/not-connected.ts';
import { aStepFunctions, bad, good, run1, sandboxArns } from './a-step-functions.ts';

const executionArn = `${sandboxArns}batch-1-r1`;
const why = { error: 'Stopped', cause: 'by Mira' };

describe('a change', () => {
  it('is sent once, with the token recorded for it', async () => {
    const { executions, sent } = aStepFunctions([
      good({ redriveDate: 1_763_640_000 }),
      good({ stopDate: 1_763_640_001 }),
    ]);
    expect(await executions.redrive(run1, 'token-1')).toEqual({
      kind: 'done',
      at: '2025-11-20T12:00:00.000Z',
    });
    expect(await executions.stop(run1, why)).toEqual({ kind: 'done', at: '2025-11-20T12:00:01.000Z' });
    expect(sent).toEqual([
      { operation: 'RedriveExecution', input: { executionArn, clientToken: 'token-1' } },
      { operation: 'StopExecution', input: { executionArn, ...why } },
    ]);
  });

  it('sends no more than AWS accepts', async () => {
    const { executions, sent } = aStepFunctions([good({ stopDate: 1 })]);
    await executions.stop(run1, { error: 'e'.repeat(300), cause: 'c'.repeat(40_000) });
    expect(String(sent[0]?.input['error'])).toHaveLength(256);
    expect(String(sent[0]?.input['cause'])).toHaveLength(32_768);
  });

  it.each([
    [
      'ExecutionNotRedrivable',
      'invalid for redrive as: Execution redrivable period exceeded',
      'more than 14 days ago',
    ],
    ['ExecutionDoesNotExist', '', 'keeps executions for 90 days'],
    ['AccessDeniedException', 'user/mira', 'may not do states:RedriveExecution'],
    ['ThrottlingException', '', 'slower pace'],
    ['ExpiredTokenException', '', 'Sign in again'],
    ['KmsAccessDeniedException', '', 'KmsAccessDeniedException'],
  ])('that AWS refuses has done nothing: %s', async (name, message, says) => {
    const { executions, sent } = aStepFunctions([bad(name, 400, message)]);
    const change = await executions.redrive(run1, 't');
    expect(change).toMatchObject({ kind: 'refused', name });
    expect(change).toMatchObject({
      why: expect.stringMatching(new RegExp(`${says}.*Nothing was done\\.$`)) as string,
    });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['an error of its own', bad('InternalServerError', 500)],
    ['a 503', bad('ServiceUnavailableException', 503)],
    ['a proxy that says no', { status: 403, body: '<html>Sign in</html>' }],
    ['a proxy that speaks JSON', { status: 403, body: { message: 'Forbidden' } }],
    ['a proxy that has waited', bad('RequestTimeoutException', 408)],
    ['a proxy that says yes', { status: 200, body: '<html></html>' }],
    ['a yes without its date', good({})],
    ['a connection that breaks', 'reset' as const],
    ['nothing', 'silence' as const],
  ])('that may have happened is unclear, and is not repeated: %s', async (_case, reply) => {
    for (const act of ['redrive', 'stop'] as const) {
      const { executions, sent } = aStepFunctions([reply], { longestRead: 5 });
      const change = await (act === 'redrive' ? executions.redrive(run1, 't') : executions.stop(run1, why));
      expect(change).toMatchObject({ kind: 'unclear' });
      expect(sent).toHaveLength(1);
    }
  });

  it.each(['ENOTFOUND', 'ETIMEDOUT'])(
    'for which no connection could be made was never sent, and can be tried later: %s',
    async (code) => {
      // The SDK renames an error with the code ETIMEDOUT, and would repeat such a call.
      const error = Object.assign(
        new NotConnected({ at: 'host', code, host: 'states.eu-central-1.amazonaws.com:443' }),
        code === 'ETIMEDOUT' ? { name: 'TimeoutError' } : {},
      );
      const { executions, sent } = aStepFunctions([error]);
      const refused = {
        kind: 'refused',
        name: 'aws-unreachable',
        why: expect.stringMatching(/so Step Functions was not reached\. Nothing was done\. \w/) as string,
      };
      expect(await executions.redrive(run1, 't')).toEqual(refused);
      expect(await executions.stop(run1, why)).toEqual(refused);
      expect(sent).toHaveLength(2);
    },
  );

  it('property: is refused only by a 4xx error with one of AWS’s names', async () => {
    const status = fc.integer({ min: 200, max: 599 });
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      fc.string().map((__type) => JSON.stringify({ __type })),
      fc
        .constantFrom('ValidationException', 'Exception', 'Error', 'InvalidArn')
        .map((__type) => JSON.stringify({ __type })),
    );
    const replies = [good({})];
    const { executions } = aStepFunctions(replies);
    await fc.assert(
      fc.asyncProperty(status, body, async (code, text) => {
        replies[0] = { status: code, body: text };
        const change = await executions.redrive(run1, 't');
        if (change.kind === 'refused') {
          expect(code).toBeGreaterThanOrEqual(400);
          expect(code).toBeLessThan(500);
          expect(text).toContain(change.name);
        }
        if (change.kind === 'done') expect(code).toBeLessThan(300);
      }),
      { numRuns: 150 },
    );
  });
});
