import assert from 'node:assert/strict';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { Assertion, Clients } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';

export const sts: readonly Assertion[] = [
  {
    id: 'sts.caller-identity',
    says: 'A caller is told its account, its ARN and its id.',
    doc: 'https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html',
    async run(aws) {
      const { Account, Arn, UserId } = await aws.sts.send(new GetCallerIdentityCommand({}));
      assert.match(Account ?? '', /^\d{12}$/);
      assert.match(Arn ?? '', new RegExp(`^arn:aws:(?:iam|sts)::${Account}:`));
      assert.ok(UserId, 'it has an id');
    },
  },
  {
    id: 'sts.assume-role.session',
    says: 'The keys of a role come with a token and an end, and belong to the session of that role.',
    doc: 'https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html',
    async run(aws, tools) {
      const RoleArn = await aRole(aws);
      const asked = { RoleArn, RoleSessionName: 'conformance', DurationSeconds: 900 };
      const { Credentials, AssumedRoleUser } = await aws.sts.send(new AssumeRoleCommand(asked));
      assert.match(Credentials?.AccessKeyId ?? '', /^ASIA/);
      const seconds = ((Credentials?.Expiration?.getTime() ?? 0) - tools.now()) / 1_000;
      assert.ok(Math.abs(seconds - 900) < 60, `ends in 900 seconds, was ${seconds}`);
      assert.match(
        AssumedRoleUser?.Arn ?? '',
        /^arn:aws:sts::\d{12}:assumed-role\/conformance\/conformance$/,
      );
      const { region, endpoint, requestHandler } = aws.sts.config;
      const inRole = new STSClient({
        region,
        requestHandler,
        ...(endpoint !== undefined && { endpoint }),
        credentials: {
          accessKeyId: Credentials?.AccessKeyId ?? '',
          secretAccessKey: Credentials?.SecretAccessKey ?? '',
          sessionToken: Credentials?.SessionToken ?? '',
        },
      });
      const who = await inRole.send(new GetCallerIdentityCommand({}));
      assert.equal(who.Arn, AssumedRoleUser?.Arn);
      assert.equal(who.UserId, AssumedRoleUser?.AssumedRoleId);
    },
  },
  ...[899, 43_201].map((DurationSeconds): Assertion => ({
    id: `sts.assume-role.refused.DurationSeconds-${DurationSeconds}`,
    says: `A session of a role cannot last ${DurationSeconds} seconds.`,
    doc: 'https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html',
    async run(aws) {
      const asked = { RoleArn: await aRole(aws), RoleSessionName: 'conformance', DurationSeconds };
      await refuses(aws.sts.send(new AssumeRoleCommand(asked)), 'ValidationError');
    },
  })),
];

/**
 * Builds the role's ARN from a name alone, because the suite does not include IAM, which would create the
 * role.
 */
async function aRole({ sts: client }: Clients): Promise<string> {
  const { Account } = await client.send(new GetCallerIdentityCommand({}));
  return `arn:aws:iam::${Account}:role/conformance`;
}
