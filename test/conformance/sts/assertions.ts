import assert from 'node:assert/strict';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import type { Assertion } from '#scripts/conformance/assertion.ts';

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
];
