import { describe, expect, it } from 'vitest';
import { openApiGateway } from '#local/host/api-gateway.ts';
import { deriveApiKey, signFor } from '#local/host/api-tokens.ts';
import type { Caller } from '#pipelines/api/call.ts';
import { signToken } from '#pipelines/api/sign-token.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { createFunction } from '#test/builders/functions-in-process.ts';
import { aFunctionWorld } from '../aws/lambda/a-function-world.ts';

const mia: Caller = { sub: 'mia', name: 'Mia Lang', role: 'support', tenants: ['northwind', 'kestrel'] };
const seed = '1';

describe('the HTTP API', () => {
  it('hands a request to its function, with the claims of the token as text', async () => {
    const { ask, events } = await anApi();
    const authorization = `Bearer ${await signFor(seed, mia, startOfTime)}`;
    const answer = await ask({ authorization }, '{"a":1}');
    expect(answer).toEqual({ status: 202, headers: { 'request-id': 'r' }, body: 'taken' });
    expect(events).toMatchObject([
      {
        version: '2.0',
        rawPath: '/batches/a b',
        rawQueryString: 'x=1',
        isBase64Encoded: true,
        body: Buffer.from('{"a":1}').toString('base64'),
        requestContext: {
          stage: '$default',
          http: { method: 'POST' },
          authorizer: {
            jwt: {
              claims: { sub: 'mia', name: 'Mia Lang', role: 'support', tenants: '[northwind kestrel]' },
            },
          },
        },
      },
    ]);
  });

  it.each([
    ['no token', undefined],
    ['what is no token', 'Basic eDp5'],
    ['a token that another world has signed', 'other'],
  ])('says nothing of a sender with %s', async (_what, given) => {
    const { ask, events } = await anApi();
    const other = await signFor('2', mia, startOfTime);
    const authorization = given === 'other' ? `Bearer ${other}` : given;
    await ask(authorization === undefined ? {} : { authorization });
    expect(events).toHaveLength(1);
    expect(events[0]?.requestContext).not.toHaveProperty('authorizer');
  });

  it('answers a token that has expired itself', async () => {
    const { ask, events } = await anApi();
    const times = { issuedAt: startOfTime - 2_000, expiresAt: startOfTime - 1_000 };
    const { status, body, headers } = await ask({
      authorization: `Bearer ${await signToken(deriveApiKey(seed), mia, times)}`,
    });
    expect(status).toBe(401);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ code: 'sign-in-expired' });
    expect(events).toEqual([]);
  });

  it('says no more than that where the function fails', async () => {
    const { ask } = await anApi(() => {
      throw new Error('secret');
    });
    expect(await ask({})).toMatchObject({ status: 500, body: '{"message":"Internal Server Error"}' });
  });
});

interface ApiEvent {
  readonly requestContext: object;
}

async function anApi(
  answer = (): object => ({ statusCode: 202, headers: { 'request-id': 'r' }, body: 'taken' }),
) {
  const events: ApiEvent[] = [];
  const name = 'autowired-serve-api-sandbox';
  const { aws } = aFunctionWorld({
    [name]: (event: ApiEvent) => {
      events.push(event);
      return answer();
    },
  });
  await createFunction(aws, name);
  const api = openApiGateway(aws.world, seed);
  return {
    events,
    ask: (headers: Readonly<Record<string, string>>, body = '') =>
      api({ method: 'POST', path: '/batches/a%20b', query: 'x=1', headers, body: Buffer.from(body) }),
  };
}
