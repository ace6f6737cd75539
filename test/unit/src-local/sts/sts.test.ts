import { GetCallerIdentityCommand, GetSessionTokenCommand } from '@aws-sdk/client-sts';
import { describe, expect, it } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';

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
