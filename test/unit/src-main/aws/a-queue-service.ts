import { openQueueAlarms } from '#main/aws/open-queue-alarms.ts';
import { openQueues, type QueuesParts } from '#main/aws/open-queues.ts';
import type { ConfiguredQueue } from '#main/aws/queues.ts';
import { requestText } from '#test/builders/a-reading-world.ts';

/** An error is thrown in place of an answer. */
export type Reply = { readonly status: number; readonly body: unknown } | 'silence' | 'reset' | Error;

export const letters = 'orders-dlq';
export const orders = 'orders';
const configured: readonly ConfiguredQueue[] = [{ name: letters, source: orders }];
export const urlOf = (queue: string): string => `http://queues.invalid/000000000000/${queue}`;

/**
 * Opens the console's access to SQS and CloudWatch over a service with prepared replies. Each operation gets
 * its replies in order, and repeats the last one.
 */
export function aQueueService(
  told: Readonly<Record<string, readonly Reply[]>>,
  change: Partial<QueuesParts> = {},
) {
  const sent: { readonly operation: string; readonly input: Readonly<Record<string, unknown>> }[] = [];
  const pauses: number[] = [];
  const times = new Map<string, number>();
  const requestHandler = {
    metadata: { handlerProtocol: 'http/1.1' },
    handle(request: { headers: Record<string, string>; body?: unknown }) {
      const operation = (request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
      const input = JSON.parse(requestText(request)) as Record<string, unknown>;
      if (operation === 'GetQueueUrl' && told[operation] === undefined) {
        return answered(good({ QueueUrl: urlOf(String(input['QueueName'])) }));
      }
      sent.push({ operation, input });
      const replies = told[operation] ?? [];
      const time = times.get(operation) ?? 0;
      times.set(operation, time + 1);
      return answered(replies[Math.min(time, replies.length - 1)] ?? 'silence');
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    destroy() {},
  };
  const place = { requestHandler, region: 'local', accountId: '000000000000' };
  const parts: QueuesParts = {
    now: () => Date.parse('2026-11-20T14:42:00.000Z'),
    elapsed: () => 0,
    random: () => 0.5,
    sleep(ms) {
      pauses.push(ms);
      return Promise.resolve();
    },
    ...change,
  };
  return {
    queues: openQueues(place, parts, configured),
    alarms: openQueueAlarms(place, parts),
    sent,
    pauses,
  };
}

function answered(reply: Reply) {
  if (reply === 'silence') return new Promise<never>(() => {});
  if (reply === 'reset') {
    return Promise.reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }));
  }
  if (reply instanceof Error) return Promise.reject(reply);
  const body = Buffer.from(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  return Promise.resolve({ response: { statusCode: reply.status, headers: {}, body } });
}

export function good(body: object): Reply {
  return { status: 200, body };
}

/** Returns an error in AWS's format. */
export function bad(type: string, status = 400, message = ''): Reply {
  return { status, body: { __type: `com.amazonaws.sqs#${type}`, message } };
}
