import { describe, expect, it } from 'vitest';
import { connectionSchema, isHttpsOrLoopback } from '#shared/domain/connection.ts';

describe('an address that may receive a secret', () => {
  it.each([
    ['https://api.example.com/v1', true],
    ['http://127.0.0.1:4567/v1', true],
    ['http://localhost:1', true],
    ['http://[::1]:1', true],
    ['http://api.example.com/v1', false],
    ['http://127.0.0.1.example.com', false],
    ['http://localhost.example.com', false],
    ['http://0.0.0.0', false],
    ['ftp://127.0.0.1', false],
    ['file:///etc/passwd', false],
    ['http://127.0.0.1@api.example.com', false],
    ['http://api.example.com\\@127.0.0.1', false],
    ['nothing', false],
  ])('%s: %s', (address, isSafe) => {
    expect(isHttpsOrLoopback(address)).toBe(isSafe);
  });
});

describe('a connection names its region', () => {
  const readProblems = (region: string): readonly string[] => {
    const aws = { region, accountId: '111122223333', profile: 'ops' };
    const read = connectionSchema.safeParse({ id: 'ops', name: 'Ops', environment: 'staging', aws });
    return read.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  };

  it.each(['eu-west-1', 'ap-southeast-4', 'cn-north-1', 'us-gov-west-1', 'us-isob-east-1', 'eusc-de-east-1'])(
    '%s',
    (region) => {
      expect(readProblems(region)).toEqual([]);
    },
  );

  it.each(['', 'eu-west', 'europe-west-1', 'eu-west-1a', 'EU-WEST-1', 'local', 'eu-west-1.example.com'])(
    'and "%s" is none',
    (region) => {
      expect(readProblems(region)).toEqual(['aws.region: an AWS region, such as "eu-west-1"']);
    },
  );
});
