import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConnectionDraft } from '#shared/contract/connections.ts';
import { exportEntries, readImport } from '#main/features/connections/exchange-entries.ts';
import { aConnection, everyEndpoint } from '#test/builders/a-connection.ts';

const entry = (change: object = {}): ConnectionDraft =>
  ({ ...aConnection(), ...change }) as unknown as ConnectionDraft;

const api = (auth: object): object => ({ pipelineApi: { baseUrl: 'https://api.example.com/v1', auth } });

describe('an export for a colleague', () => {
  const personal = entry({
    aws: { ...aConnection().aws, profile: 'anna-own-profile' },
    ...api({ kind: 'bearer', tokenFromEnvironment: 'ANNAS_TOKEN' }),
  });

  it('has nothing that belongs to a person', () => {
    const { text } = exportEntries([
      personal,
      entry({ id: 'b', ...api({ kind: 'command', command: ['/home/anna/get', 'pw'] }) }),
    ]);
    expect(text).not.toMatch(/anna|ANNAS|pw/);
    expect(text).toContain('"accountId": "111122223333"');
  });

  it('is read again, and asks for what was left out', () => {
    const { from, entries, problems } = readImport(exportEntries([personal]).text);
    expect({ from, problems }).toEqual({ from: 'sluice', problems: [] });
    expect(entries[0]?.entry).toMatchObject({ id: 'staging', environment: 'staging' });
    expect(entries[0]?.asks).toEqual(['aws.profile', 'pipelineApi.auth.tokenFromEnvironment']);
  });

  it('has the address of every service, and an import reads it again', () => {
    const { text } = exportEntries([entry({ aws: { ...aConnection().aws, endpoints: everyEndpoint } })]);
    expect(readImport(text).entries[0]?.entry['aws']).toMatchObject({ endpoints: everyEndpoint });
  });

  it('leaves out an entry with mistakes, and says so', () => {
    const { text, notes } = exportEntries([{ id: 'broken', token: 'secret' }]);
    expect(text).not.toContain('secret');
    expect(notes).toEqual([expect.stringContaining('"broken" is left out')]);
  });
});

describe('an import', () => {
  it('takes a whole connections.json, without its commands and foreign variables', () => {
    const file = {
      connections: [
        entry(api({ kind: 'command', command: ['get-token', 'hunter2'] })),
        entry({ id: 'b', typo: 'hunter2' }),
      ],
    };
    const read = readImport(JSON.stringify(file));
    expect(read.from).toBe('connections-file');
    expect(JSON.stringify(read)).not.toContain('hunter2');
    expect(read.entries[0]?.asks).toEqual(['pipelineApi.auth']);
    expect(read.problems).toEqual([
      { path: 'connections[1].typo', problem: expect.stringContaining('not a known setting') as string },
    ]);
  });

  it('takes profiles of an AWS configuration, by region and account', () => {
    const text = `[profile work]
region = eu-central-1
sso_session = corp
sso_account_id = 111122223333
sso_role_name = Support
[sso-session corp]
sso_start_url = https://corp.awsapps.com/start
sso_region = eu-central-1
[profile old]
aws_access_key_id = AKIAOLDOLDOLDOLDOLD1
aws_secret_access_key = the-secret-of-old`;
    const read = readImport(text);
    expect(read.from).toBe('aws-configuration');
    expect(read.entries.map(({ entry: { id, aws } }) => ({ id, aws }))).toEqual([
      { id: 'work', aws: { region: 'eu-central-1', accountId: '111122223333', profile: 'work' } },
      { id: 'old', aws: { profile: 'old' } },
    ]);
    expect(read.entries[1]?.asks).toEqual(['environment', 'aws.region', 'aws.accountId']);
    expect(JSON.stringify(read)).not.toMatch(/the-secret|AKIAOLD/);
  });

  it('takes the profile that the AWS Toolkit uses, in either editor', () => {
    const xml = `<project version="4"><component name="accountSettings">
      <option name="activeProfile" value="profile:dev" /><option name="activeRegion" value="us-west-2" />
      <option name="recentlyUsedProfiles"><list><option value="profile:dev" /><option value="profile:ops" /></list></option>
    </component></project>`;
    expect(readImport(xml)).toMatchObject({
      from: 'aws-toolkit',
      entries: [
        { entry: { id: 'dev', aws: { region: 'us-west-2', profile: 'dev' } } },
        { entry: { id: 'ops' } },
      ],
    });
    expect(readImport('{ // mine\n "aws.profile": "profile:dev", }')).toMatchObject({
      from: 'aws-toolkit',
      entries: [{ entry: { id: 'dev' } }],
    });
  });

  it.each(['', 'hello', '{ "a": 1', '{"a":1,"a":2}', '[]', '{}', 'null', '[x]'])(
    'says of other texts that they are none: %j',
    (text) => {
      const read = readImport(text);
      expect(read.entries).toEqual([]);
      if (text !== '[]') expect(read.problems).not.toEqual([]);
    },
  );

  it('never throws and never repeats a secret', () => {
    const secret = 'S3cr3tS3cr3tS3cr3tS3cr3t';
    const place = fc.constantFrom(
      'secretAccessKey',
      'aws_secret_access_key',
      'password',
      'command',
      'token',
      'aws',
      'pipelineApi',
      'auth',
      'tokenFromEnvironment',
      'environment',
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constant(secret),
        fc.constantFrom('staging', 'command', null, 7),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(place, tie('value'), { maxKeys: 4 }),
      ),
    }));
    const around = fc.constantFrom(
      (text: string) => text,
      (text: string) => `{"connections":[${text}]}`,
      (text: string) => `{"sluiceConnections":1,"connections":[{"id":"a","pipelineApi":${text}}]}`,
      (text: string) => `[default]\naws_secret_access_key = ${text}`,
      (text: string) => `[profile a]\ncredential_process = ${text}\nsso_start_url = ${text}`,
      (text: string) => text.slice(0, -1),
    );
    fc.assert(
      fc.property(value, around, (one, wrap) => {
        expect(JSON.stringify(readImport(wrap(JSON.stringify(one))))).not.toContain(secret);
      }),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void readImport(text)));
  });
});
