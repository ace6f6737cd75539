import { expect, test, vi } from 'vitest';
import type { WireRequest } from '#local/aws/protocol/wire.ts';
import { consoleNeeds } from '#shared/catalogue/iam/console-needs.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { Result } from '#shared/contract/result.ts';
import { aBag } from '../canary/a-bag.ts';
import { aWatchedConsole } from '../canary/a-watched-console.ts';
import { walkConsole } from '../canary/walk.ts';
import { readOperation } from './denying.ts';

interface Call {
  readonly action: string;
  /** This is a table or an index, a queue, or the service. */
  readonly of: string;
  readonly parameters: readonly string[];
}

/** Continuations need an earlier answer, and the check never tries an action that changes something. */
const continuations = new Set(['NextToken', 'nextToken', 'ExclusiveStartKey']);
const acts = new Set([
  ...consoleNeeds.filter((need) => need.acts).flatMap(({ actions }) => actions),
  'sqs:SendMessageBatch',
  'sqs:DeleteMessageBatch',
  'sqs:ChangeMessageVisibilityBatch',
]);

test(
  'the check has made every AWS call that the pages make, with all its parameters',
  { timeout: 240_000 },
  async () => {
    const watched = await aWatchedConsole();
    const { account, ask } = watched;
    await vi.waitFor(
      async () =>
        expect(await ask('session.current', {})).toMatchObject({ value: { who: { role: 'admin' } } }),
      { timeout: 30_000, interval: 200 },
    );
    account.asked.length = 0;
    await ask('connections.check', { connectionId: watched.connection.id });
    const checked = callsIn(account.asked);

    account.asked.length = 0;
    const tenants = (await ask('tenants.list', {})) as Result<{ rows: readonly { tenantId: string }[] }>;
    const tenantId = tenants.ok ? (tenants.value.rows[0]?.tenantId ?? '') : '';
    const batches = (await ask('batches.byStatus', { tenantId, status: 'FAILED' })) as Result<{
      rows: readonly Batch[];
    }>;
    const batch = batches.ok ? batches.value.rows[0] : undefined;
    if (batch === undefined) throw new Error('The sandbox has no failed batch.');
    const found = (await ask('documents.byStatus', {
      tenantId,
      batchId: batch.batchId,
      status: 'FAILED',
    })) as Result<{ rows: readonly { documentId: string }[] }>;
    const documentId = found.ok ? (found.value.rows[0]?.documentId ?? '') : '';
    const date = new Date().toISOString().slice(0, 10);
    const document = { ...batch, documentId, status: 'FAILED', fields: ['total'] };
    await walkConsole(watched, [
      aBag(document as never, {
        connectionId: watched.connection.id,
        date,
        fileId: 'file-of-a-desk',
        downloadBatchId: 'batch-of-a-desk',
        messageIds: ['message-of-a-desk'],
      }),
    ]);
    await watched.close();
    const asked = callsIn(account.asked).filter(({ action }) => !acts.has(action));

    const actions = new Set(asked.map(({ action }) => action));
    for (const service of ['dynamodb:', 'sqs:', 'states:', 's3:', 'cloudwatch:']) {
      expect([...actions].some((action) => action.startsWith(service))).toBe(true);
    }
    expect(asked.length).toBeGreaterThan(30);
    const unchecked = asked.filter(
      (call) =>
        !checked.some(
          ({ action, of, parameters }) =>
            action === call.action &&
            of === call.of &&
            call.parameters.every((name) => parameters.includes(name)),
        ),
    );
    expect(unchecked).toEqual([]);
  },
);

function callsIn(requests: readonly WireRequest[]): readonly Call[] {
  const calls = requests.flatMap((request) => {
    const action = readOperation(request);
    return /^[a-z0-9]+:/.test(action) ? [toCall(request, action)] : [];
  });
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()];
}

function toCall({ body, headers, path, query }: WireRequest, action: string): Call {
  if (action.startsWith('s3:')) {
    const own = Object.keys(headers).filter((name) => /^x-amz-expected|^range$|^if-/.test(name));
    const [, bucket = ''] = path.split('/');
    return { action, of: bucket, parameters: [...own, ...new URLSearchParams(query).keys()].toSorted() };
  }
  const text = Buffer.from(body).toString('utf8');
  const input = (text.startsWith('{') ? JSON.parse(text) : {}) as Readonly<Record<string, unknown>>;
  const [[table, keys] = ['', {}]] = Object.entries((input['RequestItems'] ?? {}) as Record<string, object>);
  const queue = (input['QueueName'] ?? input['QueueUrl'] ?? input['SourceArn'] ?? '') as string;
  const of = [input['TableName'] ?? table, input['IndexName'], queue.split(/[/:]/).at(-1)].filter(
    (part) => part !== undefined && part !== '',
  );
  const names = [...Object.keys(input), ...Object.keys(keys)];
  return {
    action,
    of: of.join(' '),
    parameters: names.filter((name) => !continuations.has(name)).toSorted(),
  };
}
