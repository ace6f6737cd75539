import { describe, expect, it } from 'vitest';
import type { Dispatch } from '#local/aws/dispatch.ts';
import type { Session } from '#shared/contract/session.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aConsoleOn, anAccount } from '#test/builders/an-account.ts';
import { parseAuthorization, signatureFor } from '#test/builders/sig-v4.ts';

const isSettled = ({ signIn }: Session): boolean =>
  ['signed-in', 'failed'].includes(signIn?.pipeline.state ?? '');

const expired = {
  status: 403,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'ExpiredTokenException' },
  body: JSON.stringify({ message: 'The security token included in the request is expired' }),
};

/** API Gateway answers so to keys that were deleted, or whose session was revoked. */
const unknown = {
  status: 403,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'UnrecognizedClientException' },
  body: JSON.stringify({ message: 'The security token included in the request is invalid.' }),
};

/** Runs a gateway that checks signatures and calls the API behind it as the owner of the key. */
async function aGatedAccount() {
  const gate = { refusesNext: 0, refusal: expired, checked: [] as string[], wrong: 0 };
  let behind: ((personId: string) => string) | undefined;
  let inner: Dispatch | undefined;
  const account = await anAccount({
    answerFirst: (request, signal) => {
      if (!request.path.startsWith('/pipeline/v1/')) return (inner as Dispatch)(request, signal);
      const signed = { ...request, body: Buffer.from(request.body).toString('utf8') };
      const { keyId, scope, signature } = parseAuthorization(signed);
      if (
        signature !== signatureFor(signed, 'secret-of-the-account') ||
        !/\/eu-west-1\/execute-api\//.test(scope)
      ) {
        gate.wrong += 1;
        return Promise.resolve({ status: 403, headers: {}, body: '{"message":"Forbidden"}' });
      }
      gate.checked.push(`${request.method} ${request.path.slice('/pipeline/v1'.length)} by ${keyId}`);
      if (gate.refusesNext > 0) {
        gate.refusesNext -= 1;
        return Promise.resolve(gate.refusal);
      }
      const headers = { ...request.headers, authorization: `Bearer ${behind?.('reviewer') ?? ''}` };
      return (inner as Dispatch)({ ...request, headers }, signal);
    },
  });
  inner = account.answer;
  behind = account.tokenOf;
  const { baseUrl } = account.connection().pipelineApi ?? { baseUrl: '' };
  const connection = account.connection({ pipelineApi: { baseUrl, auth: { kind: 'sigv4' } } });
  return { account, gate, connection };
}

describe('a console whose API takes the keys of the account', { timeout: 60_000 }, () => {
  it('signs each request, and acts as the person whom the API names for these keys', async () => {
    const { connection, gate, account } = await aGatedAccount();
    await account.world.sandbox.setTraffic(true);
    const { until, call } = await aConsoleOn(connection);
    const session = await until(isSettled);
    expect(session.who).toMatchObject({ id: 'reviewer', role: 'reviewer' });
    const { rows } = valueOf(await call('review.queue', { dueHours: 24, pageSize: 1 }));
    const [{ tenantId, projectId, batchId, documentId, version }] = rows as [(typeof rows)[0]];
    const seen = { tenantId, projectId, batchId, documentId, version: version ?? 0 };
    expect(valueOf(await call('review.claim', seen))).toMatchObject({ outcome: { kind: 'done' } });
    expect(gate.checked[0]).toBe('GET /me by AKIAEXAMPLE111111111');
    expect(gate.checked.at(-1)).toMatch(/^POST \/documents\/.+\/claim by AKIAEXAMPLE111111111$/);
    expect(gate.wrong).toBe(0);
  });

  it.each([
    ['says that the keys have expired', expired],
    ['does not know the keys any more', unknown],
  ])('signs again if the gateway %s, and the action is done once', async (_what, refusal) => {
    const { connection, gate, account } = await aGatedAccount();
    await account.world.sandbox.setTraffic(true);
    const { until, call } = await aConsoleOn(connection);
    await until(isSettled);
    const { rows } = valueOf(await call('review.queue', { dueHours: 24, pageSize: 1 }));
    const [{ tenantId, projectId, batchId, documentId, version }] = rows as [(typeof rows)[0]];
    const seen = { tenantId, projectId, batchId, documentId, version: version ?? 0 };
    Object.assign(gate, { refusesNext: 1, refusal });
    expect(valueOf(await call('review.claim', seen))).toMatchObject({ outcome: { kind: 'done' } });
    expect(gate.checked.filter((one) => one.includes('/claim'))).toHaveLength(2);
  });
});
