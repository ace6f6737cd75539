import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PolicyDocument } from '#shared/catalogue/iam/policy-document.ts';
import { writePolicy } from '#scripts/iam/write-policy.ts';
import { aConnection } from '#test/builders/a-connection.ts';
import { aHome } from '#test/builders/a-home.ts';
import { ledger } from '../shared/catalogue/iam/ledger.ts';

function aHomeWith(connections: unknown): string {
  const home = aHome();
  writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections }));
  return home;
}

function run(argv: string, home = aHome()) {
  const { text, says, exitCode } = writePolicy(argv === '' ? [] : argv.split(' '), { home });
  return { text, said: says.join('\n'), exitCode };
}

function resourcesOf(text: string): readonly string[] {
  return (JSON.parse(text) as PolicyDocument).Statement.flatMap(({ Resource }) => Resource);
}

describe('npm run iam', () => {
  test('writes a policy of the connection and nothing else on standard output', () => {
    const home = aHomeWith([
      aConnection({
        id: 'china',
        aws: { region: 'cn-north-1', accountId: '111122223333', profile: 'china' },
        extraction: { table: 'our-own-name' },
      }),
    ]);
    const { text, said, exitCode } = run('--connection china --role admin', home);
    expect(exitCode).toBe(0);
    expect(said).not.toContain('no AWS account');
    expect(resourcesOf(text)).toContain('arn:aws-cn:dynamodb:cn-north-1:111122223333:table/our-own-name');
    expect(resourcesOf(text)).toContain(
      'arn:aws-cn:dynamodb:cn-north-1:111122223333:table/our-own-name/index/GSI2',
    );
  });

  test('takes the folder of --home instead', () => {
    const home = aHomeWith([aConnection({ id: 'elsewhere' })]);
    expect(run(`--connection elsewhere --role admin --home ${home}`).exitCode).toBe(0);
    expect(run('--connection elsewhere --role admin').exitCode).toBe(2);
  });

  test('is about the sandbox unless a connection is named', () => {
    const { text, said } = run('--role admin');
    expect(text).toBe(run('--role admin --connection local').text);
    expect(
      resourcesOf(text).every((arn) => arn.startsWith('arn:aws:dynamodb:local:000000000000:table/')),
    ).toBe(true);
    expect(said).toMatch(/This connection has no AWS account; 000000000000 stands in its place\.$/);
  });

  test('holds a tenant’s policy to the tenant and says what is refused', () => {
    const { text, said } = run('--role support --tenant acme');
    const condition = (JSON.parse(text) as PolicyDocument).Statement[0]?.Condition;
    expect(condition).toEqual({
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': expect.arrayContaining(['TENANT#acme']) },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    });
    const partitions = condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? [];
    expect([partitions].flat().every((one) => /^TENANT#acme(#[A-Z]+#\*)?$/.test(one))).toBe(true);
    expect(said).toMatch(/“Which batch has this id\?” is refused/);
    expect(said).toMatch(/Downloads is left out/);
  });

  test('takes in a system of a file', () => {
    const file = join(aHome(), 'ledger.json');
    writeFileSync(file, JSON.stringify(ledger));
    const { text, exitCode } = run(`--role admin --catalogue ${file}`);
    expect(exitCode).toBe(0);
    expect(resourcesOf(text)).toContain(
      'arn:aws:dynamodb:local:000000000000:table/ledger-sandbox/index/GSI1',
    );
  });

  test('says how it is used', () => {
    expect(run('--help')).toMatchObject({ exitCode: 0, text: expect.stringContaining('--tenant ID') });
  });
});

describe('npm run iam refuses, with 2 and without a policy,', () => {
  test.each([
    ['', /--role expects support, reviewer, admin; found nothing/],
    ['--role owner', /--role expects support, reviewer, admin; found "owner"/],
    ['--role admin --tennant acme', /tennant/],
    ['--role admin acme', /acme/],
    ['--role admin --tenant acme#BATCH', /--tenant "acme#BATCH" has a "#"/],
    ['--role admin --tenant 株式会社', /IAM does not take/],
    ['--role admin --home=', /--home expects a folder/],
  ])('%j', (argv, said) => {
    const result = run(argv);
    expect(result).toMatchObject({ exitCode: 2, text: '' });
    expect(result.said).toMatch(said);
  });

  test('an empty tenant, which would else be no tenant', () => {
    expect(run('--role admin --tenant=')).toMatchObject({ exitCode: 2, text: '' });
  });

  test('a connection that is not there, and lists those that are', () => {
    const home = aHomeWith([aConnection({ id: 'staging' }), aConnection({ id: 'production' })]);
    const { said, exitCode, text } = run('--connection prod --role admin', home);
    expect({ exitCode, text }).toEqual({ exitCode: 2, text: '' });
    expect(said).toContain('There is no connection "prod"');
    expect(said).toContain('Known: local, staging, production.');
  });

  test('a connection whose entry is broken, and says where', () => {
    const home = aHomeWith([{ ...aConnection({ id: 'staging' }), stge: 'staging' }]);
    const { said, exitCode } = run('--connection staging --role admin', home);
    expect(exitCode).toBe(2);
    expect(said).toMatch(/connections\[0\]\.stge is not a known setting/);
  });

  test('a system of a file that has a mistake, and names its place', () => {
    const file = join(aHome(), 'ledger.json');
    writeFileSync(file, JSON.stringify({ ...ledger, tables: 1 }));
    const { said, exitCode } = run(`--role admin --catalogue ${file}`);
    expect(exitCode).toBe(2);
    expect(said).toMatch(/ledger\.json: tables .*; found 1/);
    expect(run('--role admin --catalogue /nowhere/ledger.json').said).toMatch(/cannot be read/);
  });

  test('a folder in the place of the file', () => {
    const home = aHome();
    mkdirSync(join(home, 'connections.json'));
    expect(run('--connection staging --role admin', home).said).toMatch(/cannot be read/);
  });
});
