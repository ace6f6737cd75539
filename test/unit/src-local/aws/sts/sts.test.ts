import { DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListBucketsCommand } from '@aws-sdk/client-s3';
import { ListStateMachinesCommand } from '@aws-sdk/client-sfn';
import { ListQueuesCommand } from '@aws-sdk/client-sqs';
import {
  AssumeRoleCommand,
  GetCallerIdentityCommand,
  GetSessionTokenCommand,
  type AssumeRoleRequest,
} from '@aws-sdk/client-sts';
import { describe, expect, it } from 'vitest';
import { requestHandler } from '#local/aws/request-handler.ts';
import { deviceCode } from '#local/aws/sts/sts.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
const post = { method: 'POST', path: '/', query: '', headers: form };

describe('STS', () => {
  it('says who calls', async () => {
    const { sts } = aPocketAws({ account: '111122223333' });
    expect(await sts.send(new GetCallerIdentityCommand({}))).toMatchObject({
      Account: '111122223333',
      Arn: 'arn:aws:iam::111122223333:user/sandbox',
      UserId: 'sandbox',
    });
  });

  it('refuses what it does not do, in words that the client understands', async () => {
    const { sts } = aPocketAws();
    await expect(sts.send(new GetSessionTokenCommand({}))).rejects.toMatchObject({
      name: 'InvalidAction',
      message: 'Could not find operation GetSessionToken for version 2011-06-15',
      $metadata: { httpStatusCode: 400 },
    });
  });

  it('refuses a caller without credentials, and parameters that it does not know', async () => {
    const { aws } = aPocketAws();
    const body = Buffer.from('Action=GetCallerIdentity&Version=2011-06-15');
    expect(await aws.dispatch({ ...post, body })).toMatchObject({
      status: 403,
      body: expect.stringContaining('<Code>MissingAuthenticationToken</Code>') as string,
    });
    const more = Buffer.from('Action=GetCallerIdentity&Version=2011-06-15&A%3C=1');
    expect(await aws.dispatch({ ...post, body: more })).toMatchObject({
      status: 400,
      body: expect.stringContaining('Parameter &#39;A&lt;'.replace('&#39;', "'")) as string,
    });
  });

  it('leaves everything but forms to the others', async () => {
    const { aws } = aPocketAws();
    const answer = await aws.dispatch({
      ...post,
      headers: {},
      body: Buffer.from('Action=GetCallerIdentity'),
    });
    expect(answer.body.toString()).not.toContain('sts.amazonaws.com');
  });
});

const RoleArn = 'arn:aws:iam::000000000000:role/ops/reader';
const SerialNumber = 'arn:aws:iam::000000000000:mfa/mira';

function aWorld() {
  const { aws, sts, clock } = aPocketAws();
  const assume = (more: Partial<AssumeRoleRequest> = {}) =>
    sts.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'mira', ...more }));
  /** Returns clients with the keys of the assumed role. */
  async function inRole(more: Partial<AssumeRoleRequest> = {}) {
    const { Credentials } = await assume(more);
    return clientsOver(requestHandler(aws.dispatch), {
      accessKeyId: Credentials?.AccessKeyId ?? '',
      secretAccessKey: Credentials?.SecretAccessKey ?? '',
      sessionToken: Credentials?.SessionToken ?? '',
    });
  }
  return { assume, inRole, clock };
}

describe('a role that is assumed', () => {
  it('gives keys for a while, and says whose they are then', async () => {
    const { assume, inRole } = aWorld();
    const { Credentials, AssumedRoleUser } = await assume({ DurationSeconds: 900 });
    expect(Credentials?.AccessKeyId).toMatch(/^ASIA[A-Z0-9]{16}$/);
    expect(Credentials?.Expiration?.getTime()).toBe(startOfTime + 900_000);
    expect(AssumedRoleUser?.AssumedRoleId).toMatch(/^AROA[A-Z0-9]{17}:mira$/);
    const { sts } = await inRole();
    expect(await sts.send(new GetCallerIdentityCommand({}))).toMatchObject({
      Account: '000000000000',
      Arn: 'arn:aws:sts::000000000000:assumed-role/reader/mira',
      UserId: expect.stringMatching(/^AROA[A-Z0-9]{17}:mira$/) as string,
    });
  });

  it('lasts an hour by default, and 15 minutes to 12 hours on request', async () => {
    const { assume } = aWorld();
    const { Credentials } = await assume();
    expect(Credentials?.Expiration?.getTime()).toBe(startOfTime + 3_600_000);
    await expect(assume({ DurationSeconds: 899 })).rejects.toMatchObject({ name: 'ValidationError' });
    await expect(assume({ DurationSeconds: 43_201 })).rejects.toMatchObject({ name: 'ValidationError' });
  });

  it('lasts an hour at most if it is assumed from another', async () => {
    const { inRole } = aWorld();
    const { sts } = await inRole();
    const next = { RoleArn, RoleSessionName: 'again' };
    await expect(sts.send(new AssumeRoleCommand({ ...next, DurationSeconds: 3_601 }))).rejects.toThrow(
      'The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining',
    );
    expect((await sts.send(new AssumeRoleCommand(next))).Credentials?.SessionToken).toBeTruthy();
  });

  it('must be of this account, and requested correctly', async () => {
    const { assume } = aWorld();
    await expect(assume({ RoleArn: 'arn:aws:iam::999999999999:role/reader' })).rejects.toMatchObject({
      name: 'AccessDenied',
      message:
        'User: arn:aws:iam::000000000000:user/sandbox is not authorized to perform: sts:AssumeRole on resource: arn:aws:iam::999999999999:role/reader',
      $metadata: { httpStatusCode: 403 },
    });
    const malformed = { name: 'ValidationError', $metadata: { httpStatusCode: 400 } };
    await expect(assume({ RoleArn: 'arn:aws:iam::000000000000:user/mira' })).rejects.toMatchObject(malformed);
    await expect(assume({ RoleSessionName: 'a b' })).rejects.toMatchObject(malformed);
    await expect(assume({ Policy: '{}' })).rejects.toMatchObject(malformed);
  });
});

describe('the code of a device', () => {
  const wrong = {
    name: 'AccessDenied',
    message: 'MultiFactorAuthentication failed with invalid MFA one time pass code.',
    $metadata: { httpStatusCode: 403 },
  };

  it('is the one that is shown, accepted once while it is shown', async () => {
    const { assume, clock } = aWorld();
    await expect(assume({ SerialNumber, TokenCode: '654321' })).rejects.toMatchObject(wrong);
    await assume({ SerialNumber, TokenCode: deviceCode });
    await expect(assume({ SerialNumber, TokenCode: deviceCode })).rejects.toMatchObject(wrong);
    await clock.advance(30_000);
    await assume({ SerialNumber, TokenCode: deviceCode });
  });

  it('names the device that shows it', async () => {
    const { assume } = aWorld();
    await expect(assume({ SerialNumber })).rejects.toThrow(
      'MultiFactorAuthentication failed, must provide both MFA serial number and one time pass code.',
    );
    await expect(assume({ TokenCode: deviceCode })).rejects.toMatchObject({ name: 'AccessDenied' });
  });
});

describe('expired keys', () => {
  it('are refused by every service, in the words of each', async () => {
    const { inRole, clock } = aWorld();
    const { dynamodb, sqs, sfn, cloudwatch, s3, sts } = await inRole({ DurationSeconds: 900 });
    const calls = [
      () => dynamodb.send(new ListTablesCommand({})),
      () => sqs.send(new ListQueuesCommand({})),
      () => sfn.send(new ListStateMachinesCommand({})),
      () => cloudwatch.send(new DescribeAlarmsCommand({})),
      () => s3.send(new ListBucketsCommand({})),
      () => sts.send(new GetCallerIdentityCommand({})),
    ];
    await clock.advance(899_000);
    for (const call of calls) await call();
    await clock.advance(1_000);
    const names: string[] = [];
    for (const call of calls)
      names.push(
        await call().then(
          () => 'answered',
          (error: Error) => error.name,
        ),
      );
    expect(names).toEqual([
      'ExpiredTokenException',
      'ExpiredToken',
      'ExpiredTokenException',
      'ExpiredToken',
      'ExpiredToken',
      'ExpiredToken',
    ]);
  });
});
