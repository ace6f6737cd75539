import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findAwsCli, signInWithCli } from '#main/aws/account/run-aws-cli.ts';
import { aHome } from '#test/builders/a-home.ts';
import { awsFiles } from '#test/builders/aws-files.ts';

const config = `[profile corp]
sso_start_url = https://corp.awsapps.com/start
sso_region = eu-central-1
sso_account_id = 111122223333
sso_role_name = Support
[profile in-role]
role_arn = arn:aws:iam::111122223333:role/Support
source_profile = corp
[profile by-login]
login_session = arn:aws:iam::111122223333:user/anna
[profile --endpoint-url=http://evil.example]
sso_start_url = https://corp.awsapps.com/start
[profile keys]
region = eu-west-1`;

/** Makes a program called aws that writes down its arguments, and then does the rest of the script. */
function aCli(script: string): { readonly environment: NodeJS.ProcessEnv; readonly args: () => string[] } {
  awsFiles({ config });
  const folder = aHome();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'aws');
  const written = join(folder, 'args');
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$@" > '${written}'\n${script}\n`);
  chmodSync(file, 0o755);
  const environment = { ...process.env, PATH: folder };
  return {
    environment,
    args: () => (existsSync(written) ? readFileSync(written, 'utf8').trimEnd().split('\n') : []),
  };
}

const never = new AbortController().signal;

describe('a sign-in by the AWS CLI', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['corp', ['sso', 'login', '--profile=corp']],
    ['in-role', ['sso', 'login', '--profile=corp']],
    ['by-login', ['login', '--profile=by-login']],
  ])('of the profile %s runs one fixed command', async (profile, args) => {
    const cli = aCli('exit 0');
    expect(await signInWithCli({ profile, environment: cli.environment, signal: never })).toBeNull();
    expect(cli.args()).toEqual(args);
  });

  it('takes a name as a name, whatever it looks like', async () => {
    const cli = aCli('exit 0');
    const profile = '--endpoint-url=http://evil.example';
    await signInWithCli({ profile, environment: cli.environment, signal: never });
    expect(cli.args()).toEqual(['sso', 'login', `--profile=${profile}`]);
  });

  it.each([
    ['absent', 'no-profile'],
    ['; touch /tmp/x', 'no-profile'],
    ['keys', 'refused'],
  ])('of %s runs nothing', async (profile, trouble) => {
    const cli = aCli('exit 0');
    expect(await signInWithCli({ profile, environment: cli.environment, signal: never })).toMatchObject({
      trouble,
    });
    expect(cli.args()).toEqual([]);
  });

  it('says which command to run where the CLI is not installed', async () => {
    awsFiles({ config });
    const environment = { ...process.env, PATH: aHome() };
    vi.stubEnv('PATH', environment.PATH);
    if (findAwsCli(environment) !== null) return;
    expect(await signInWithCli({ profile: 'corp', environment, signal: never })).toMatchObject({
      trouble: 'no-aws-cli',
      run: 'aws sso login --profile corp',
      canRunHere: false,
    });
  });

  it('says what the CLI said when it fails, without a secret', async () => {
    const cli = aCli('echo "Error: the code eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9 expired" >&2; exit 255');
    const answer = await signInWithCli({ profile: 'corp', environment: cli.environment, signal: never });
    expect(answer).toMatchObject({ trouble: 'sign-in', canRunHere: true });
    expect(answer?.happened).toMatch(/ended with 255.*expired/);
    expect(answer?.happened).not.toContain('eyJhbGci');
  });

  it('is ended after a while, and when the person gives up', async () => {
    const cli = aCli('sleep 60');
    const late = await signInWithCli({
      profile: 'corp',
      environment: cli.environment,
      signal: never,
      longest: 50,
    });
    expect(late).toMatchObject({ trouble: 'took-too-long' });
    const stop = new AbortController();
    const ended = signInWithCli({ profile: 'corp', environment: cli.environment, signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    expect(await ended).toMatchObject({ trouble: 'sign-in', happened: 'The sign-in was stopped.' });
  });

  it('uses no program of a relative folder', () => {
    expect(findAwsCli({ PATH: '.:bin' })).toSatisfy(
      (found: string | null) => found === null || found.startsWith('/'),
    );
  });
});
