import { afterEach, describe, expect, it, vi } from 'vitest';
import { requestHandler } from '#local/aws/request-handler.ts';
import type { WireResponse } from '#local/aws/protocol/wire.ts';
import type { AwsPlace } from '#main/aws/client-config.ts';
import { callerIdentity } from '#main/aws/account/caller-identity.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { someKeys } from './a-sign-in.ts';

const accountId = '111122223333';

function asked(
  answer?: () => Promise<WireResponse>,
  account = accountId,
  endpoints: NonNullable<AwsPlace['account']>['endpoints'] = {},
) {
  const { aws } = aPocketAws({ account });
  const handler = requestHandler(answer ?? aws.dispatch);
  return callerIdentity(
    someKeys('AKIAMIRA'),
    { region: 'eu-west-1', accountId, requestHandler: handler },
    { endpoints },
  );
}

const refused = (status: number, code: string) => () =>
  Promise.resolve({
    status,
    headers: { 'content-type': 'text/xml' },
    body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>canary</Message></Error></ErrorResponse>`,
  });

describe('the owner of the keys', () => {
  it('is reported by STS', async () => {
    expect(await asked()).toEqual({ accountId, arn: `arn:aws:iam::${accountId}:user/AKIAMIRA` });
  });

  it('must be the account of the connection', async () => {
    await expect(asked(undefined, '999999999999')).rejects.toMatchObject({
      reason: 'other-account',
      message: `These keys belong to account 999999999999, but this connection is to ${accountId}. Nothing was read.`,
    });
  });

  it.each([
    ['unreachable', () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))],
    ['unreachable', refused(500, 'InternalFailure')],
    ['unreachable', refused(400, 'Throttling')],
    ['expired', refused(403, 'ExpiredToken')],
    ['expired', refused(403, 'InvalidClientTokenId')],
    ['refused', refused(403, 'SignatureDoesNotMatch')],
    ['refused', refused(403, 'AccessDenied')],
  ] as const)('is %s if STS does not report it', async (reason, answer) => {
    const error = await asked(answer).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ name: 'NotSignedIn', reason });
    expect((error as Error).message).not.toContain('canary');
  });
});

describe('an endpoint that does not have the call', () => {
  it.each([
    [
      'another code',
      refused(400, 'InvalidAction'),
      'STS GetCallerIdentity was answered 400 InvalidAction. The account of these keys is unknown, so nothing was read. Set an address that answers it in aws.endpoints.sts.',
    ],
    [
      'a page',
      () => Promise.resolve({ status: 404, headers: {}, body: '<html><title>Not Found</title></html>' }),
      'STS GetCallerIdentity was answered HTTP 404: "<html><title>Not Found</title></html>". The account of these keys is unknown, so nothing was read. Set an address that answers it in aws.endpoints.sts.',
    ],
    [
      'plain text',
      () => Promise.resolve({ status: 501, headers: {}, body: 'not here' }),
      'STS GetCallerIdentity was answered HTTP 501: "not here". The account of these keys is unknown, so nothing was read. Set an address that answers it in aws.endpoints.sts.',
    ],
  ])('is recognised by its answer: %s', async (_, answer, message) => {
    await expect(asked(answer)).rejects.toMatchObject({ reason: 'refused', message });
  });
});

describe('when the environment asks for addresses of another kind', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each(['AWS_USE_FIPS_ENDPOINT', 'AWS_USE_DUALSTACK_ENDPOINT'])(
    '%s is reported as what it is, without another try',
    async (variable) => {
      vi.stubEnv(variable, 'true');
      await expect(asked()).rejects.toMatchObject({
        reason: 'refused',
        message: expect.stringMatching(/FIPS or dual-stack addresses.*nothing was sent.*aws\.endpoints/),
      });
      // An address that the connection names explicitly takes precedence.
      const named = { sts: 'https://sts-fips.us-east-1.amazonaws.com' };
      expect(await asked(undefined, accountId, named)).toMatchObject({ accountId });
    },
  );
});
