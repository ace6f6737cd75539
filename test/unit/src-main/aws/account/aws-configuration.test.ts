import { afterEach, describe, expect, it, vi } from 'vitest';
import { listProfiles } from '#main/aws/account/aws-configuration.ts';
import { awsFiles } from '#test/builders/aws-files.ts';

describe('the profiles of this machine', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('say how each gets its keys, and contain none of them', async () => {
    awsFiles({
      config: `[default]
region = eu-west-1
[profile corp]
sso_session = corp
sso_account_id = 111122223333
sso_role_name = Support
region = eu-central-1
[sso-session corp]
sso_start_url = https://corp.awsapps.com/start
sso_region = eu-central-1
[profile ops]
role_arn = arn:aws:iam::444455556666:role/team/Operator
source_profile = corp
mfa_serial = arn:aws:iam::111122223333:mfa/anna
[profile tool]
region = eusc-de-east-1
credential_process = /opt/get-keys --password hunter2
[profile by-login]
login_session = arn:aws:iam::111122223333:user/anna
[profile empty]
region = nowhere
[services local]
dynamodb =
  endpoint_url = http://127.0.0.1`,
      credentials: `[default]
aws_access_key_id = AKIADEFAULTDEFAULT11
aws_secret_access_key = hunter2
[old]
aws_access_key_id = AKIAOLDOLDOLDOLDOLD1
aws_secret_access_key = hunter2`,
    });
    const { profiles, files, problems } = await listProfiles(process.env);
    expect(profiles.map(({ name, kind, region, accountId }) => ({ name, kind, region, accountId }))).toEqual([
      { name: 'default', kind: 'keys', region: 'eu-west-1', accountId: null },
      { name: 'corp', kind: 'sso', region: 'eu-central-1', accountId: '111122223333' },
      { name: 'ops', kind: 'role', region: null, accountId: '444455556666' },
      { name: 'tool', kind: 'process', region: 'eusc-de-east-1', accountId: null },
      { name: 'by-login', kind: 'login', region: null, accountId: null },
      { name: 'empty', kind: 'incomplete', region: null, accountId: null },
      { name: 'old', kind: 'keys', region: null, accountId: null },
    ]);
    expect(profiles.find(({ name }) => name === 'ops')).toMatchObject({
      role: 'Operator',
      sourceProfile: 'corp',
      asksForCode: true,
    });
    expect(JSON.stringify(profiles)).not.toMatch(/hunter2|AKIA|get-keys/);
    expect([files.length, problems]).toEqual([2, []]);
  });

  it('say what is wrong with those that cannot be used', async () => {
    awsFiles({
      config: `[profile no-session]
sso_session = gone
[profile no-account]
sso_start_url = https://corp.awsapps.com/start
sso_region = eu-central-1
[profile no-source]
role_arn = arn:aws:iam::444455556666:role/A
source_profile = gone
[profile one]
role_arn = arn:aws:iam::444455556666:role/A
source_profile = two
[profile two]
role_arn = arn:aws:iam::444455556666:role/B
source_profile = one`,
    });
    const { profiles } = await listProfiles(process.env);
    const problemOf = (name: string) => profiles.find((one) => one.name === name)?.problem;
    expect(problemOf('no-session')).toContain('[sso-session gone]');
    expect(problemOf('no-account')).toContain('sso_account_id, sso_role_name');
    expect(problemOf('no-source')).toContain('"gone"');
    expect(problemOf('one')).toContain('back to itself');
  });
});
