import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import type { ProblemCode } from '#shared/pipeline-api/problem.ts';
import { anApi, type SentCall } from '#test/builders/an-api.ts';
import { declaredRefusals } from '#test/builders/check-api-answer.ts';
import { everyCall } from './every-call.ts';
import { countRecords } from './read-passport.ts';
import { provocations } from './provocations.ts';

const names = Object.keys(operations) as OperationName[];
/** Some tests send hundreds of requests, which takes long on a busy machine. */
const patience = { timeout: 30_000 };

it('every call succeeds, and answers as OpenAPI says', async () => {
  const api = await anApi();
  const { calls } = await everyCall(api);
  for (const name of names) {
    const { status, text } = await api.call(name, calls[name]);
    expect([name, status, text]).toEqual([name, operations[name].answers.status, text]);
  }
});

/** This test fills one world more than any other here, with some 150 requests. */
it('every refusal that OpenAPI declares can occur, and changes nothing', patience, async () => {
  const api = await anApi();
  const { calls, at } = await everyCall(api);
  const provoke = provocations(api, at);
  const met: string[] = [];
  for (const pair of declaredRefusals()) {
    const [name, code] = pair.split(' ') as [OperationName, ProblemCode];
    // It tells what is built in, so nothing can go wrong.
    if (name === 'describeApi') continue;
    const { body, status, text } = await provoke[code](name, calls[name]);
    expect([pair, body.code, body.status, text]).toEqual([pair, code, status, text]);
    met.push(pair);
  }
  expect(met.length).toBeGreaterThan(120);
  // If a refusal had changed anything, the versions in these calls would no longer match.
  for (const name of names) {
    expect([name, (await api.call(name, calls[name])).status]).toEqual([
      name,
      operations[name].answers.status,
    ]);
  }
});

const changes = names.filter((name) => 'changes' in operations[name]);

/** The values are of every kind, with the names that requests have and those that objects have. */
const oddName = fc.constantFrom(
  '__proto__',
  'constructor',
  'documents',
  'decision',
  'reason',
  'tenantId',
  '',
  '\u0000',
);
const oddValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, -1, 1e308, '', '\ud800', 'approve', '2026-02-30', '../..', '#', [], {}),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.double(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(oddName, tie('value'), { maxKeys: 4 }),
  ),
})).value;

it(
  'any body, path or header gets an answer that OpenAPI describes, and no server error',
  patience,
  async () => {
    const api = await anApi();
    const { calls } = await everyCall(api);
    const statuses = new Map<number, number>();
    const odd = fc.record({
      name: fc.constantFrom(...names),
      swap: fc.option(fc.record({ at: fc.nat(5), value: oddValue })),
      whole: fc.option(oddValue, { freq: 3 }),
      bytes: fc.option(fc.uint8Array({ maxLength: 40 }), { freq: 5 }),
      param: fc.option(fc.string({ unit: 'binary', maxLength: 140 }), { freq: 3 }),
      headers: fc.record(
        {
          'if-match': fc.oneof(
            fc.string({ unit: 'binary', maxLength: 80 }),
            fc.constantFrom('*', '"3"', 'W/"3"', '""'),
          ),
          'idempotency-key': fc.oneof(
            fc.string({ unit: 'binary' }),
            fc.string({ minLength: 250, maxLength: 260 }),
          ),
          'content-type': fc.constantFrom(
            'application/json; charset=utf-8',
            'text/html',
            '',
            'application/json; x',
          ),
          authorization: fc.constantFrom(
            'Bearer',
            'Bearer a.b.c',
            'Basic YTpi',
            'Bearer eyJhbGciOiJub25lIn0.e30.',
          ),
        },
        { requiredKeys: [] },
      ),
    });
    await fc.assert(
      fc.asyncProperty(odd, async ({ name, swap, whole, bytes, param, headers }) => {
        const good = calls[name];
        const body = whole ?? withOdd(good.body, swap);
        const { authorization, ...others } = headers;
        const sent: SentCall = {
          ...good,
          ...(body !== undefined && { body }),
          ...(bytes && { bytes }),
          ...(param !== null && { params: mapped(good.params, () => param) }),
          // One request in five without a sign-in is enough.
          headers: authorization !== undefined && param === null ? headers : others,
        };
        const { status } = await api.call(name, sent);
        expect(status).not.toBe(500);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
      { numRuns: 120 },
    );
    // About 30 are refused by chance. If none were, nothing odd would have been sent.
    expect(statuses.get(400)).toBeGreaterThan(5);
    expect(Object.prototype).not.toHaveProperty('decision');
  },
);

it('names every invalid place', async () => {
  const api = await anApi();
  const { calls } = await everyCall(api);
  const wrong = await api.call('submitBatch', {
    body: {
      tenantId: 'a#b',
      projectId: 'p',
      documents: [{ fileName: 'a.pdf', size: 3 }, { fileName: 'a/b' }],
      x: 1,
    },
    key: 'ü',
  });
  expect(wrong.body.errors.map(({ at }: { at: string }) => at).toSorted()).toEqual([
    'body.documents.0.size',
    'body.documents.1.fileName',
    'body.tenantId',
    'body.workflowId',
    'body.x',
    'header.Idempotency-Key',
  ]);
  const also = await api.call('changeThresholds', {
    ...calls.changeThresholds,
    params: { tenantId: 'a#b', projectId: 'p', workflowId: 'w' },
    headers: { 'if-match': '3' },
    body: { confidenceThreshold: 0.9, reviewThreshold: 0.5, reason: ' ' },
  });
  expect(also.body.errors.map(({ at }: { at: string }) => at).toSorted()).toEqual([
    'body.reason',
    'body.reviewThreshold',
    'header.If-Match',
    'path.tenantId',
  ]);
  const order = {
    ...calls.changeThresholds,
    body: { confidenceThreshold: 0.9, reviewThreshold: 0.5, reason: 'x' },
  };
  expect((await api.call('changeThresholds', order)).body.errors).toEqual([
    {
      at: 'body.reviewThreshold',
      problem: 'expected a review threshold that is not below the confidence threshold',
    },
  ]);
});

it.each([5e-324, 1e-131])('refuses a threshold of %s, which an item cannot keep', async (finest) => {
  const api = await anApi();
  const { calls } = await everyCall(api);
  const order = {
    ...calls.changeThresholds,
    body: { confidenceThreshold: finest, reviewThreshold: 0.5, reason: 'x' },
  };
  expect(await api.call('changeThresholds', order)).toMatchObject({
    status: 400,
    body: {
      errors: [
        { at: 'body.confidenceThreshold', problem: 'is nearer to 0 or larger than DynamoDB can keep' },
      ],
    },
  });
});

it('a request with one error changes nothing', async () => {
  const api = await anApi();
  const { calls } = await everyCall(api);
  const before = countRecords(api);
  for (const name of changes) {
    const { body } = await api.call(name, {
      ...calls[name],
      body: { ...(calls[name].body as object), more: 1 },
    });
    expect([name, body.errors]).toEqual([name, [{ at: 'body.more', problem: 'is not known here' }]]);
  }
  expect(countRecords(api)).toEqual(before);
});

it.each(['[', '{'])('reads 1 MiB of %s and answers that it is not JSON', async (character) => {
  const api = await anApi();
  const bytes = Buffer.from(`${'{"a":'.repeat(character === '{' ? 200_000 : 0)}${character.repeat(40_000)}`);
  expect((await api.call('anchorAudit', { bytes })).body).toMatchObject({
    code: 'malformed-request',
    errors: [{ at: 'body', problem: 'is not JSON in UTF-8' }],
  });
});

function withOdd(body: unknown, swap: { at: number; value: unknown } | null): unknown {
  if (body === undefined || !swap) return body;
  const keys = Object.keys(body as object);
  return { ...(body as object), [keys[swap.at % (keys.length + 1)] ?? 'more']: swap.value };
}

function mapped(
  params: Readonly<Record<string, string>> | undefined,
  change: () => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(params ?? {}).map((name) => [name, change()]));
}
