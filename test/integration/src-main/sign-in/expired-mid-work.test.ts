import { describe, expect, it, vi } from 'vitest';
import { deviceCode } from '#local/aws/sts/sts.ts';
import { realClock } from '#local/world/clock.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { aConsoleOn, anAccount } from '#test/builders/an-account.ts';
import { awsFiles } from '#test/builders/aws-files.ts';

const role = 'arn:aws:iam::111122223333:role/Operator';
const device = 'arn:aws:iam::111122223333:mfa/mira';
const files = {
  credentials: '[base]\naws_access_key_id = AKIABASE\naws_secret_access_key = s\n',
  config: `[profile operator]\nrole_arn = ${role}\nsource_profile = base\nmfa_serial = ${device}\n`,
};

const isWanted = ({ signIn }: Session) => signIn?.aws.state === 'code-wanted';
/** The pages read nothing before the API has said who the person is, too. */
const isSignedIn = ({ signIn }: Session) =>
  signIn?.aws.state === 'signed-in' && signIn.pipeline.state === 'signed-in';

function readPrompt({ signIn }: Session): string {
  return signIn?.aws.state === 'code-wanted' ? signIn.aws.promptId : 'none';
}

const tenantId = 'TENANT-1';

async function aDayAtWork() {
  const account = await anAccount({ clock: realClock() });
  vi.stubEnv('SLUICE_TEST_TOKEN', account.tokenOf('admin'));
  const connection = account.connection();
  const { call, until } = await aConsoleOn({
    ...connection,
    aws: { ...connection.aws, profile: 'operator' },
  });
  const wanted = await until(isWanted);
  /** Makes the reads of several pages at the same time, which reach DynamoDB in several ways. */
  const reads = (): Promise<readonly Result<unknown>[]> =>
    Promise.all([
      call('tenants.list', {}),
      call('tenants.list', {}),
      call('batches.byStatus', { tenantId, status: 'FAILED' }),
      call('batches.byStatus', { tenantId, status: 'SUCCEEDED' }),
      call('today.batches', { tenantId }),
      call('today.review', { tenantId }),
    ]);
  const rolesTaken = (): number =>
    account.asked.filter(({ body }) => Buffer.from(body).toString().includes('Action=AssumeRole')).length;
  return { account, call, until, wanted, reads, rolesTaken };
}

describe('a sign-in that expires during work', { timeout: 60_000 }, () => {
  it('prompts for one code, whatever is being read, and continues within five seconds of it', async () => {
    awsFiles(files);
    const { account, call, until, wanted, reads, rolesTaken } = await aDayAtWork();
    expect(wanted.signIn?.aws).toMatchObject({ device, again: null });
    await call('connections.answerCode', { promptId: readPrompt(wanted), code: deviceCode });
    const signedIn = await until(isSignedIn);
    expect(signedIn.signIn?.aws).toMatchObject({
      accountId: '111122223333',
      arn: expect.stringMatching(/:assumed-role\/Operator\/sluice-/) as string,
    });
    expect(failures(await reads())).toEqual([]);
    expect(rolesTaken()).toBe(1);

    await fetch(`${account.address}/_local/clock`, {
      method: 'POST',
      body: JSON.stringify({ advanceSeconds: 3_600 }),
    });
    const prompts = new Set<string>();
    const asking = until((session) => {
      if (isWanted(session)) prompts.add(readPrompt(session));
      return isWanted(session);
    });
    const refused = await reads();
    expect(new Set(failures(refused))).toEqual(new Set(['not-signed-in']));
    const again = await asking;
    await reads();
    expect(prompts.size).toBe(1);
    expect(rolesTaken()).toBe(1);

    const answeredAt = performance.now();
    await call('connections.answerCode', { promptId: readPrompt(again), code: deviceCode });
    await until(isSignedIn);
    expect(failures(await reads())).toEqual([]);
    expect(performance.now() - answeredAt).toBeLessThan(5_000);
    expect(rolesTaken()).toBe(2);
  });

  it('does not prompt again after a dismissal, until the person signs in', async () => {
    awsFiles(files);
    const { call, until, wanted, reads } = await aDayAtWork();
    const given = await call('connections.giveUpSignIn', { promptId: readPrompt(wanted) });
    expect(given.ok).toBe(true);
    await until(({ signIn }) => signIn?.aws.state === 'failed');
    expect(new Set(failures(await reads()))).toEqual(new Set(['not-signed-in']));
    const still = await call('session.current', {});
    expect(still.ok && still.value.signIn?.aws).toMatchObject({ state: 'failed', reason: 'given-up' });
    const signed = await call('connections.signIn', { to: 'aws' });
    expect(signed.ok && signed.value.signIn?.aws.state).toBe('code-wanted');
  });
});

function failures(results: readonly Result<unknown>[]): string[] {
  return results.flatMap((result) => (result.ok ? [] : [result.failure.code]));
}
