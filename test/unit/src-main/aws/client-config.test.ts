import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { requestHandler } from '#local/aws/request-handler.ts';
import type { AwsPlace } from '#main/aws/aws-place.ts';
import { clientConfig } from '#main/aws/client-config.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { someKeys } from './account/a-sign-in.ts';

function aPlace(endpoints: NonNullable<AwsPlace['account']>['endpoints'] = {}) {
  const { aws } = aPocketAws();
  let asked = 0;
  const signedBy: (string | undefined)[] = [];
  const place: AwsPlace = {
    region: 'eu-west-1',
    accountId: '111122223333',
    requestHandler: requestHandler((request, signal) => {
      signedBy.push(/Credential=([^/]+)\//.exec(request.headers['authorization'] ?? '')?.[1]);
      return aws.dispatch(request, signal);
    }),
    account: {
      endpoints,
      credentials: {
        get: () => Promise.resolve(someKeys(`keys-${(asked += 1)}`)),
        renew: () => Promise.resolve(false),
      },
    },
  };
  return { place, signedBy };
}

describe('how a client reaches an account', () => {
  it('is where AWS has the service, unless the connection says otherwise', () => {
    const { place } = aPlace({ dynamodb: 'https://proxy.example' });
    expect(clientConfig(place, 'dynamodb').endpoint).toBe('https://proxy.example');
    expect(clientConfig(place, 'sqs').endpoint).toBe('https://sqs.eu-west-1.amazonaws.com');
  });

  it('asks for its keys each time, and keeps no copy that would outlive them', async () => {
    const { place, signedBy } = aPlace();
    const client = new DynamoDBClient(clientConfig(place, 'dynamodb'));
    await client.send(new ListTablesCommand({}));
    await client.send(new ListTablesCommand({}));
    expect(new Set(signedBy).size).toBe(2);
  });

  it('never has the account’s keys where the AWS is the embedded one', () => {
    const { place } = aPlace();
    const { account: _, ...sandbox } = place;
    expect(clientConfig(sandbox, 'dynamodb')).toMatchObject({
      endpoint: 'http://sandbox.invalid',
      credentials: { accessKeyId: 'sandbox' },
    });
  });
});
