import { describe, expect, it } from 'vitest';
import { requestHandler } from '#local/aws/request-handler.ts';
import type { FaultRule } from '#local/world/faults.ts';
import { dynamoDbClient } from '#main/aws/dynamodb/dynamodb-client.ts';
import { aReadingWorld, valueOf } from '#test/builders/a-reading-world.ts';
import { aBook, library, libraryTable } from './dynamodb/a-library.ts';

const shelf = { system: library, pattern: 'shelf', params: [{ shelf: 'a' }] };

async function aTroubledLibrary(...rules: FaultRule[]) {
  const world = await aReadingWorld(library);
  await world.put(libraryTable, aBook('1'));
  world.aws.world.faults.set(rules);
  return world;
}

describe('a temporary failure', () => {
  it.each(['throttle', 'server-error', 'reset-after-apply'] as const)('is tried again: %s', async (kind) => {
    const { reader, sent, pauses } = await aTroubledLibrary({ id: 'x', kind, times: 3 });
    const page = valueOf(await reader.ask(shelf));
    expect(page.items).toHaveLength(1);
    expect(page.throttled).toBe(kind === 'throttle' ? 3 : 0);
    expect(page.receipt).toMatchObject({ pages: 1, rru: 0.5 });
    expect(sent).toHaveLength(4);
    expect(pauses).toHaveLength(3);
  });

  it('waits between nothing and twice as long as before', async () => {
    const { openReader, pauses } = await aTroubledLibrary({ id: 'x', kind: 'throttle', times: 3 });
    await openReader({ random: () => 0.5 }).ask(shelf);
    expect(pauses).toEqual([50, 100, 200]);
  });

  it.each([
    ['throttle', 8, { code: 'throttled', attempts: 8 }],
    ['server-error', 8, { code: 'aws-refused', service: 'DynamoDB', name: 'InternalServerError' }],
    ['reset-after-apply', 4, { code: 'aws-unreachable', service: 'DynamoDB' }],
  ] as const)('is given up: %s after %i attempts', async (kind, attempts, failure) => {
    const { reader, sent, pauses } = await aTroubledLibrary({ id: 'x', kind });
    expect(await reader.ask(shelf)).toMatchObject({ ok: false, failure });
    expect(sent).toHaveLength(attempts);
    expect(pauses).toHaveLength(attempts - 1);
  });

  it('is given up after refused and after lost attempts, counted separately', async () => {
    const { reader, sent } = await aTroubledLibrary(
      { id: 'refused', kind: 'throttle', times: 7 },
      { id: 'lost', kind: 'reset-after-apply', times: 3 },
    );
    expect((await reader.ask(shelf)).ok).toBe(true);
    expect(sent).toHaveLength(11);
  });

  it('has no longer pauses than two seconds', async () => {
    const { openReader, pauses } = await aTroubledLibrary({ id: 'x', kind: 'throttle' });
    await openReader({ random: () => 0.999_999 }).ask(shelf);
    expect(pauses.map(Math.round)).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000]);
  });
});

describe('a permanent failure is reported at once', () => {
  it('a sign-in that has expired', async () => {
    const { reader, sent } = await aTroubledLibrary({ id: 'x', kind: 'expired-token' });
    expect(await reader.ask(shelf)).toMatchObject({ failure: { code: 'sign-in-expired' } });
    expect(sent).toHaveLength(1);
  });

  it('a missing table', async () => {
    const { openReader } = await aTroubledLibrary();
    const reader = openReader({ tableNames: () => ({ books: 'not-there' }) });
    const failure = { code: 'not-found', what: 'not-there' };
    expect(await reader.ask(shelf)).toMatchObject({ failure });
    expect(JSON.stringify(await reader.ask(shelf))).toContain('There is no table \\"not-there\\"');
    const byIndex = await reader.ask({ system: library, pattern: 'byState', params: [{ state: 'x' }] });
    expect(byIndex).toMatchObject({
      failure: { ...failure, message: expect.stringContaining('There is no table "not-there"') as string },
    });
  });

  it.each([
    [
      400,
      'AccessDeniedException',
      { code: 'read-denied', action: 'dynamodb:Query', resource: `table/${libraryTable}` },
    ],
    [400, 'ValidationException', { code: 'aws-refused', name: 'ValidationException' }],
    [400, 'ProvisionedThroughputExceededException', { code: 'throttled' }],
    [429, 'Whatever', { code: 'throttled' }],
    [400, 'UnrecognizedClientException', { code: 'sign-in-expired' }],
    [503, 'ServiceUnavailable', { code: 'aws-refused', name: 'ServiceUnavailable' }],
  ])('status %i, %s', async (status, type, failure) => {
    const said = `No key {S: secret-value} of ada@example.com by AKIAEXAMPLE111111111, ${'secret'.repeat(20)}`;
    const reader = await anAnswering(status, JSON.stringify({ __type: `x#${type}`, message: said }));
    const result = await reader.ask(shelf);
    expect(result).toMatchObject({ failure });
    expect(JSON.stringify(result)).not.toMatch(/secret|ada@|AKIA/);
  });

  it('a denied index is named with its table', async () => {
    const reader = await anAnswering(400, '{"__type":"AccessDeniedException"}');
    const result = await reader.ask({ system: library, pattern: 'byState', params: [{ state: 'x' }] });
    expect(result).toMatchObject({ failure: { resource: `table/${libraryTable}/index/byState` } });
  });

  it.each([
    ['no JSON', '<html>Sign in to the network</html>'],
    ['half of it', '{"Items":[{"PK"'],
    ['another shape', '{"Items":{}}'],
    ['an attribute of no known type', '{"Items":[{"PK":{"X":"1"}}]}'],
    ['an attribute of two types', '{"Items":[{"PK":{"S":"1","N":"1"}}]}'],
    ['a number as a number', '{"Items":[{"PK":{"N":1}}]}'],
    ['nothing', ''],
  ])('an answer that is not from DynamoDB: %s', async (_case, body) => {
    const reader = await anAnswering(200, body);
    expect(await reader.ask(shelf)).toMatchObject({
      failure: { code: 'aws-refused', name: 'UnreadableAnswer' },
    });
  });

  it('a proxy that cannot reach DynamoDB', async () => {
    const reader = await anAnswering(502, '<html>Bad gateway</html>');
    expect(await reader.ask(shelf)).toMatchObject({ failure: { code: 'aws-refused', name: 'HTTP 502' } });
  });
});

describe('a call without any answer', () => {
  it('is given up after a while, and its place in the queue is free again', async () => {
    const { aws, openReader } = await aTroubledLibrary();
    const handler = requestHandler(aws.dispatch);
    let silent = true;
    const requests = {
      ...handler,
      handle: (...asked: Parameters<typeof handler.handle>) =>
        silent ? new Promise<never>(() => {}) : handler.handle(...asked),
    };
    const client = dynamoDbClient({ requestHandler: requests, region: 'local', accountId: '0' });
    const reader = openReader({ client, longestRead: 5 });
    const lost = await Promise.all(Array.from({ length: 9 }, () => reader.ask(shelf)));
    for (const answer of lost) {
      expect(answer).toMatchObject({
        failure: { code: 'aws-unreachable', message: expect.stringContaining('in time') as string },
      });
    }
    silent = false;
    expect(await openReader({ client }).ask(shelf)).toMatchObject({ ok: true });
  });

  it('is passed to its caller, so that it can be stopped', async () => {
    const { aws, openReader } = await aTroubledLibrary();
    const signals: unknown[] = [];
    const handler = {
      ...requestHandler(aws.dispatch),
      handle: (_request: unknown, options?: { abortSignal?: unknown }) => {
        signals.push(options?.abortSignal);
        return new Promise<never>(() => {});
      },
    };
    const client = dynamoDbClient({ requestHandler: handler, region: 'local', accountId: '0' });
    await openReader({ client, longestRead: 5 }).ask(shelf);
    expect(signals).toMatchObject([
      { aborted: true },
      { aborted: true },
      { aborted: true },
      { aborted: true },
    ]);
  });
});

it('a failure’s receipt includes what was paid for before it', async () => {
  const world = await aTroubledLibrary();
  for (let book = 100; book < 250; book += 1) await world.put(libraryTable, aBook(String(book)));
  // The second of two batches fails.
  world.aws.world.faults.set([{ id: 'x', kind: 'throttle', mentions: 'BOOK#249' }]);
  const params = Array.from({ length: 150 }, (_, at) => ({ shelf: 'a', book: String(at + 100) }));
  const answer = await world.reader.ask({ system: library, pattern: 'someBooks', params });
  expect(answer).toMatchObject({
    ok: false,
    failure: { code: 'throttled' },
    receipt: { pattern: 'library.someBooks', pages: 1, items: 0, rru: 50 },
  });
  world.aws.world.faults.set([{ id: 'x', kind: 'throttle' }]);
  expect(await world.reader.ask(shelf)).not.toHaveProperty('receipt');
});

it('at most eight reads are in flight, first come, first served', async () => {
  const { openReader, client } = await aTroubledLibrary();
  let now = 0;
  let most = 0;
  const begun: unknown[] = [];
  client.middlewareStack.add(
    (next) => async (args) => {
      begun.push((args.input as unknown as { Key: { SK: { S: string } } }).Key.SK.S);
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setTimeout(resolve, 2));
      return next(args).finally(() => (now -= 1));
    },
    { step: 'initialize' },
  );
  const reader = openReader({});
  const books = Array.from({ length: 40 }, (_, book) => String(book));
  const asked = books.map((book) =>
    reader.ask({ system: library, pattern: 'book', params: [{ shelf: 'a', book }] }),
  );
  await Promise.all(asked);
  expect(most).toBe(8);
  expect(begun).toEqual(books.map((book) => `BOOK#${book}`));
});

/** Opens a reader whose every request gets this answer. */
async function anAnswering(status: number, body: string) {
  const { aws, openReader } = await aTroubledLibrary();
  const handler = {
    ...requestHandler(aws.dispatch),
    handle: () =>
      Promise.resolve({
        response: { statusCode: status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(body) },
      }),
  };
  return openReader({ client: dynamoDbClient({ requestHandler: handler, region: 'local', accountId: '0' }) });
}
