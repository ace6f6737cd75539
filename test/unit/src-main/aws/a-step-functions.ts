import { openExecutions, type ExecutionsParts } from '#main/aws/open-executions.ts';
import { requestText } from '#test/builders/a-reading-world.ts';

export const sandboxArns = 'arn:aws:states:local:000000000000:execution:autowire-batch-processing-sandbox:';
export const run1 = { batchId: 'batch-1', run: 1 };

/** An error is thrown in place of an answer. */
type Reply = { readonly status: number; readonly body: unknown } | 'silence' | 'reset' | Error;

/** Opens the console's access to Step Functions over a service that gives the prepared replies in order. */
export function aStepFunctions(replies: readonly Reply[], change: Partial<ExecutionsParts> = {}) {
  const sent: { readonly operation: string; readonly input: Readonly<Record<string, unknown>> }[] = [];
  const pauses: number[] = [];
  const requestHandler = {
    metadata: { handlerProtocol: 'http/1.1' },
    handle(request: { headers: Record<string, string>; body?: unknown }) {
      const input = JSON.parse(requestText(request)) as Record<string, unknown>;
      sent.push({ operation: (request.headers['x-amz-target'] ?? '').split('.')[1] ?? '', input });
      const reply = replies[Math.min(sent.length, replies.length) - 1] ?? 'silence';
      if (reply === 'silence') return new Promise<never>(() => {});
      if (reply === 'reset') {
        return Promise.reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }));
      }
      if (reply instanceof Error) return Promise.reject(reply);
      const body = Buffer.from(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
      return Promise.resolve({ response: { statusCode: reply.status, headers: {}, body } });
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    destroy() {},
  };
  const executions = openExecutions(
    { requestHandler, region: 'local', accountId: '000000000000' },
    {
      cursorKey: Buffer.alloc(32, 7),
      now: () => Date.parse('2026-11-20T14:42:00.000Z'),
      elapsed: () => 0,
      random: () => 0.5,
      sleep(ms) {
        pauses.push(ms);
        return Promise.resolve();
      },
      ...change,
    },
  );
  return { executions, sent, pauses };
}

export function good(body: object): Reply {
  return { status: 200, body };
}

/** Returns an error in AWS's format. */
export function bad(type: string, status = 400, message = ''): Reply {
  return { status, body: { __type: `com.amazonaws.states#${type}`, message } };
}

/** This execution starts half a second after the others. */
export const described = {
  executionArn: `${sandboxArns}batch-1-r1`,
  stateMachineArn: 'arn:aws:states:local:000000000000:stateMachine:autowire-batch-processing-sandbox',
  name: 'batch-1-r1',
  status: 'FAILED',
  startDate: 1_763_640_000.5,
  stopDate: 1_763_640_600,
  redriveCount: 2,
  redriveDate: 1_763_640_300,
  redriveStatus: 'REDRIVABLE',
  error: 'States.Runtime',
  cause: 'It was full',
};
