import { describe, expect, test } from 'vitest';
import type { OpenedAccount } from '#main/aws/account/open-account.ts';
import type { ConnectionAccess } from '#main/aws/connection-access.ts';
import { checkHandlers } from '#main/features/connections/check-handlers.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { AwsSignIn } from '#shared/contract/sign-in.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { aConnection } from '#test/builders/a-connection.ts';

type Credentials = OpenedAccount['credentials'];

/** Returns an account with this sign-in state, which must receive no requests. */
function aCheck(standing: AwsSignIn, change: Parameters<typeof aConnection>[0] = {}) {
  let signedIn = 0;
  const refuse = () => Promise.reject(new Error('No call is allowed.'));
  const credentials: Credentials = {
    standing: () => standing,
    onChange: () => () => undefined,
    signIn() {
      signedIn += 1;
      return Promise.resolve();
    },
    get: refuse,
    renew: refuse,
    answer: () => false,
    giveUp: () => false,
  };
  const account: OpenedAccount = {
    credentials,
    api: null,
    doors: refuse,
    close: () => undefined,
    place: {
      region: 'eu-west-1',
      accountId: '111122223333',
      requestHandler: {},
      names: namesByConvention('staging'),
      account: { endpoints: {}, credentials },
    },
  };
  const access: Pick<ConnectionAccess, 'checked' | 'account' | 'tableNames'> = {
    account: () => account,
    checked: () => {
      throw new Error('Nothing may be read.');
    },
    tableNames: (system) => Object.fromEntries(Object.keys(system.tables).map((key) => [key, `t-${key}`])),
  };
  const file = { file: 'connections.json', connections: [aConnection(change)], problems: [] };
  const handlers = checkHandlers({
    file,
    access,
    systems: Object.values(catalogue),
    times: { now: () => 0, elapsed: () => 0, sleep: () => Promise.resolve() },
  });
  const check = async (connectionId = 'staging') =>
    handlers['connections.check']({ connectionId }, undefined as never);
  return { check, file, signedIn: () => signedIn };
}

const failed = { state: 'failed', reason: 'refused', why: 'The profile gave no keys.', run: null } as const;

describe('a check', () => {
  test.each([
    ['local', /The sandbox runs inside this console/],
    ['elsewhere', /There is no connection "elsewhere" in connections\.json/],
  ])('of %s is refused with the reason', async (id, message) => {
    expect(await aCheck(failed).check(id)).toMatchObject({
      ok: false,
      failure: { code: 'not-found', message: expect.stringMatching(message) },
    });
  });

  test('of an entry that has changed meanwhile is not reported as one of the new entry', async () => {
    const { check, file } = aCheck(failed);
    const under = check();
    file.connections = [aConnection({ name: 'Another' })];
    expect(await under).toMatchObject({
      failure: { message: expect.stringContaining('so the result is not shown. Check again.') },
    });
    expect(await check()).toMatchObject({ ok: true });
  });

  test.each([
    [failed, 'failed', 'The profile gave no keys. AWS was not asked anything else.'],
    [
      { ...failed, reason: 'expired', run: 'aws sso login --profile staging' },
      'failed',
      'The profile gave no keys. AWS was not asked anything else. Run "aws sso login --profile staging" in a terminal, then check again.',
    ],
    [
      { ...failed, reason: 'other-account' },
      'differs',
      'The profile gave no keys. AWS was not asked anything else.',
    ],
    [
      { state: 'code-wanted', promptId: 'p', device: 'd', again: null },
      'not-checked',
      'AWS needs a code from your device. Open this connection, enter the code, then check again.',
    ],
    [
      { state: 'in-progress' },
      'not-checked',
      'Sign-in to AWS is taking long. AWS was not asked anything else. Check again when it is done.',
    ],
  ] as const)('with a sign-in that is %j calls nothing else', async (standing, state, told) => {
    const { check, signedIn } = aCheck(standing);
    const result = await check();
    if (!result.ok) throw new Error(result.failure.message);
    const [identity, ...rest] = result.value.checks;
    expect(identity).toMatchObject({ state, told, action: 'sts:GetCallerIdentity' });
    expect(rest.length).toBeGreaterThan(40);
    expect(rest.every((one) => one.state === 'not-checked')).toBe(true);
    expect(result.value).toMatchObject({ connectionId: 'staging', policy: null });
    expect(signedIn()).toBe(1);
  });

  test('requested twice at once is made once', async () => {
    const { check, signedIn } = aCheck(failed);
    const [one, other] = await Promise.all([check(), check()]);
    expect(one).toEqual(other);
    expect(signedIn()).toBe(1);
    await check();
    expect(signedIn()).toBe(2);
  });

  test('leaves out systems that the connection does not show', async () => {
    const result = await aCheck(failed, { downloads: {} }).check();
    if (!result.ok) throw new Error(result.failure.message);
    const areas = new Set(result.value.checks.map(({ area }) => area));
    expect([...areas]).toEqual(['identity', 'tables', 'alarms', 'pipeline']);
    expect(result.value.checks.some(({ id }) => id.startsWith('tables:extraction'))).toBe(false);
  });
});
