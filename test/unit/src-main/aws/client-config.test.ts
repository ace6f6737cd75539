import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { requestHandler } from '#local/aws/request-handler.ts';
import type { AwsPlace } from '#main/aws/aws-place.ts';
import { troubleOf } from '#main/aws/aws-trouble.ts';
import { clientConfig } from '#main/aws/client-config.ts';
import { aHome } from '#test/builders/a-home.ts';
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

describe('where FIPS or dual-stack addresses are asked for', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const ask = (place: AwsPlace) =>
    new DynamoDBClient(clientConfig(place, 'dynamodb')).send(new ListTablesCommand({}));
  const refused = { kind: 'refused', why: expect.stringContaining('FIPS or dual-stack') as string };

  it.each(['AWS_USE_FIPS_ENDPOINT', 'AWS_USE_DUALSTACK_ENDPOINT'])(
    'by %s, no other is taken for it, and what is named is taken as it stands',
    async (variable) => {
      vi.stubEnv(variable, 'true');
      const { place, signedBy } = aPlace();
      expect(troubleOf(await ask(place).catch((error: unknown) => error))).toMatchObject(refused);
      expect(signedBy).toEqual([]);
      const named = aPlace({ dynamodb: 'https://dynamodb-fips.us-east-1.amazonaws.com' });
      await ask(named.place);
      expect(named.signedBy).toHaveLength(1);
      // The embedded AWS has one address for all.
      const { account: _, ...sandbox } = place;
      await ask(sandbox);
      expect(signedBy).toEqual(['sandbox']);
    },
  );

  it('by the profile of the connection, no other is taken for it either', async () => {
    const file = join(aHome(), 'config');
    writeFileSync(file, '[profile ops]\nuse_fips_endpoint = true\n[profile other]\nregion = eu-west-1\n');
    vi.stubEnv('AWS_CONFIG_FILE', file);
    const { place } = aPlace();
    const by = (profile: string): AwsPlace => ({ ...place, account: { ...place.account!, profile } });
    expect(troubleOf(await ask(by('ops')).catch((error: unknown) => error))).toMatchObject(refused);
    await expect(ask(by('other'))).resolves.toMatchObject({ TableNames: [] });
  });
});
