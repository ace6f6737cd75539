import { afterEach, describe, expect, it, vi } from 'vitest';
import { profileSource } from '#main/aws/account/profile-source.ts';
import { awsFiles } from '#test/builders/aws-files.ts';

describe('the profile that somebody signs in by', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['sso', 'sso_session = corp'],
    ['sso', 'sso_start_url = https://corp.awsapps.com/start'],
    ['login', 'login_session = arn:aws:iam::111122223333:user/mira'],
    ['process', 'credential_process = vault # whatever'],
    ['other', 'region = eu-west-1'],
  ])('is known to be of kind %s', async (by, line) => {
    awsFiles({ config: `[profile team]\n; a comment\n${line}\n[profile other]\nsso_session = x\n` });
    expect(await profileSource('team', process.env)).toEqual({ profile: 'team', by });
  });

  it('is at the end of the roles that are taken on, however long and round they are', async () => {
    awsFiles({
      config:
        '[profile top]\nrole_arn = a\nsource_profile = middle\n' +
        '[profile "middle"]\nrole_arn = b\nsource_profile=base\n' +
        '[profile round]\nrole_arn = a\nsource_profile = trip\n[profile trip]\nrole_arn = a\nsource_profile = round\n',
      credentials: '[base]\ncredential_process = vault\n',
    });
    expect(await profileSource('top', process.env)).toEqual({ profile: 'base', by: 'process' });
    expect(await profileSource('round', process.env)).toEqual({ profile: 'trip', by: 'other' });
  });

  it('may be the one without a name before it, or nowhere', async () => {
    awsFiles({ config: '[default]\nsso_session = corp\n' });
    expect(await profileSource('default', process.env)).toEqual({ profile: 'default', by: 'sso' });
    expect(await profileSource('none', process.env)).toEqual({ profile: 'none', by: 'other' });
    expect(await profileSource('none', { AWS_CONFIG_FILE: '/nowhere' })).toMatchObject({ by: 'other' });
  });
});
