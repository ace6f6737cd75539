import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writePolicy } from '#scripts/iam/write-policy.ts';
import { readConnections } from '#main/features/connections/read-connections.ts';
import { policySize, type PolicyDocument } from '#shared/catalogue/iam/policy-statements.ts';
import { roles } from '#shared/contract/define.ts';
import { connectionPromises } from '#shared/domain/connection-promises.ts';
import { aHome } from '#test/builders/a-home.ts';

const page = readFileSync('docs/connect.md', 'utf8');
const [, example = ''] = /```json\n([^`]*)```/.exec(page) ?? [];

function homeOfTheExample(): string {
  const home = aHome();
  writeFileSync(join(home, 'connections.json'), example);
  return home;
}

test('the example of a connection is valid', () => {
  const { connections, problems } = readConnections(homeOfTheExample());
  expect(problems).toEqual([]);
  expect(connections.map(({ id }) => id)).toEqual(['staging']);
});

test('the README has the same example', () => {
  expect(readFileSync('README.md', 'utf8')).toContain(example);
});

test.each(roles)('the policy of %s equals the one written for that connection', (role) => {
  const file = `docs/policies/${role}.json`;
  const argv = ['--connection', 'staging', '--role', role];
  const { text } = writePolicy(argv, { home: homeOfTheExample() });
  const remedy =
    `${file} is of yesterday. With the example of docs/connect.md as connections.json in DIR: ` +
    `npm run -s iam -- --home DIR ${argv.join(' ')} > ${file}, then npm run format`;
  expect(JSON.parse(readFileSync(file, 'utf8')), remedy).toEqual(JSON.parse(text));
  expect(page).toContain(`(policies/${role}.json)`);
});

test.each([...roles, 'discovery'])('the published policy of %s fits into one managed policy', (name) => {
  const document = JSON.parse(readFileSync(`docs/policies/${name}.json`, 'utf8')) as PolicyDocument;
  expect(policySize(document)).toBeLessThanOrEqual(6_144);
});

test('the policy of discovery equals the one that is written', () => {
  const { text } = writePolicy(['--discovery'], { home: aHome() });
  const remedy = 'npm run -s iam -- --discovery > docs/policies/discovery.json, then npm run format';
  expect(JSON.parse(readFileSync('docs/policies/discovery.json', 'utf8')), remedy).toEqual(JSON.parse(text));
  expect(page).toContain('(policies/discovery.json)');
});

test('the table has each setting of a connection', () => {
  const named = ['id', 'environment', 'readOnly', 'editAndRedrive', 'stage', 'aws.accountId', 'aws.profile'];
  const others = ['aws.endpoints', 'pipelineApi', 'extraction', 'downloads', 'funds', 'hr'];
  const settings = page.split('\n').filter((line) => line.startsWith('| `'));
  for (const name of [...named, ...others]) {
    expect(
      settings.some((line) => line.split(' | ')[0]?.includes(`\`${name}\``)),
      name,
    ).toBe(true);
  }
});

test('the table has each promise beyond the keys, word for word, and no other', () => {
  const [, table = ''] = /\| promise \|.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(page) ?? [];
  const told = connectionPromises.map(
    ({ name, howObserved, without }) => `| ${name} | ${howObserved} | ${without} |`,
  );
  expect(table.trim().split('\n')).toEqual(told);
  expect(new Set(connectionPromises.map(({ id }) => id)).size).toBe(told.length);
});
