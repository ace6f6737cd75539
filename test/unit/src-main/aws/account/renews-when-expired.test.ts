import { describe, expect, it } from 'vitest';
import { renewsWhenExpired } from '#main/aws/account/renews-when-expired.ts';
import { someKeys } from './a-sign-in.ts';

function refusal(name: string, httpStatusCode?: number): Error {
  return Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });
}

async function asked(answers: readonly (Error | string)[], hasOthers = true) {
  let calls = 0;
  let renewals = 0;
  const middleware = renewsWhenExpired({
    get: () => Promise.resolve(someKeys('old')),
    renew: () => {
      renewals += 1;
      return Promise.resolve(hasOthers);
    },
  });
  const send = middleware(async () => {
    const answer = answers[Math.min(calls, answers.length - 1)];
    calls += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const outcome = await send({}).catch((error: Error) => error.name);
  return { outcome, calls, renewals };
}

describe('a request whose keys are refused', () => {
  it.each([
    ['ExpiredToken', 403],
    ['ExpiredTokenException', 400],
    ['UnrecognizedClientException', 400],
    ['InvalidClientTokenId', 403],
    ['InvalidAccessKeyId', 403],
  ])('as %s is made once more, with others', async (name, status) => {
    expect(await asked([refusal(name, status), 'answered'])).toEqual({
      outcome: 'answered',
      calls: 2,
      renewals: 1,
    });
  });

  it('is made once more and no more', async () => {
    const expired = refusal('ExpiredTokenException', 400);
    expect(await asked([expired, expired, 'answered'])).toEqual({
      outcome: 'ExpiredTokenException',
      calls: 2,
      renewals: 1,
    });
  });

  it('is not made again where there are no other keys', async () => {
    const expired = refusal('ExpiredTokenException', 400);
    expect(await asked([expired, 'answered'], false)).toMatchObject({
      outcome: 'ExpiredTokenException',
      calls: 1,
    });
  });

  it.each([
    refusal('AccessDeniedException', 400),
    refusal('ThrottlingException', 400),
    refusal('InternalServerError', 500),
    refusal('ExpiredTokenException', 500),
    refusal('ExpiredTokenException'),
    refusal('TimeoutError'),
    refusal('NotSignedIn'),
    refusal('CredentialsProviderError'),
    // Of Step Functions: the place in a list, and nobody's keys.
    refusal('InvalidToken', 400),
    Object.assign(new Error('socket hang up'), { name: 'Error', code: 'ECONNRESET' }),
  ])('is never made again for anything else: %s', async (error) => {
    expect(await asked([error, 'answered'])).toEqual({ outcome: error.name, calls: 1, renewals: 0 });
  });
});
