import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { consoleNeeds } from '#shared/catalogue/iam/console-needs.ts';
import { discoveryPolicy, meansWithout } from '#shared/catalogue/iam/discovery-needs.ts';
import { buildPolicy } from '#shared/catalogue/iam/policy.ts';
import { managedPolicyLimit, policySize } from '#shared/catalogue/iam/policy-statements.ts';
import { roles, type Role } from '#shared/contract/define.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';

const systems: readonly SystemDeclaration[] = Object.values(catalogue);

const policy = (role: Role, tenant: string | null = null) =>
  buildPolicy({
    systems,
    tableNames: Object.fromEntries(
      systems.map(({ id, tables }) => [
        id,
        Object.fromEntries(
          Object.entries(tables).map(([key, { name }]) => [key, name.replace('{stage}', 'production')]),
        ),
      ]),
    ),
    connection: { region: 'eu-central-1', accountId: '111122223333' },
    role,
    tenant,
    parts: {
      ...namesByConvention('production'),
      signedApi: 'https://a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com/v1',
    },
  });

const allowedTo = (role: Role, tenant: string | null = null): readonly string[] =>
  policy(role, tenant)
    .document.Statement.filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Action }) => Action);

/** Returns IAM's names for the commands that the sources of the main process import. */
function actionsSent(isIncluded: (file: string) => boolean): ReadonlySet<string> {
  const folder = 'src-main/aws';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && isIncluded(file),
  );
  const imports = files.flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(
      /import\s*\{([^}]*)\}\s*from '@aws-sdk\/client-(dynamodb|sqs|sfn|s3|cloudwatch|cost-explorer|lambda)'/g,
    ),
  ]);
  const commands = imports.flatMap(([, names = '', client = '']) =>
    [...names.matchAll(/(?<!type )\b(\w+)Command\b/g)].map(([, name = '']) => toAction(client, name)),
  );
  return new Set(commands);
}

function toAction(client: string, command: string): string {
  if (command === 'HeadBucket') return 's3:ListBucket';
  if (command === 'ListBuckets') return 's3:ListAllMyBuckets';
  const service = servicesOfClients.get(client) ?? client;
  return `${service}:${client === 'sqs' ? command.replace(/Batch$/, '') : command}`;
}

/** IAM's names of services that differ from those of their clients. */
const servicesOfClients: ReadonlyMap<string, string> = new Map([
  ['sfn', 'states'],
  ['cost-explorer', 'ce'],
]);

const isDiscovery = (file: string): boolean => /^discovery[\\/]/.test(file);

test('the policy of discovery allows exactly the actions that discovery sends', () => {
  const allowed = discoveryPolicy().Statement.flatMap(({ Action }) => Action);
  expect(allowed.toSorted()).toEqual([...actionsSent(isDiscovery)].toSorted());
  expect(discoveryPolicy(['sqs:ListQueues']).Statement).toEqual([
    { Sid: 'DiscoverQueues', Effect: 'Allow', Action: ['sqs:ListQueues'], Resource: ['*'] },
  ]);
  for (const action of allowed) expect(meansWithout(action)).toMatch(/\.$/);
});

describe('the policies of all roles together', () => {
  const allowed = new Set(roles.flatMap((role) => allowedTo(role)));

  test('allow each action that the console sends', () => {
    const sent = actionsSent((file) => !isDiscovery(file));
    expect(sent.size).toBeGreaterThan(20);
    expect([...sent].filter((action) => !allowed.has(action))).toEqual([]);
  });

  test('and no other action', () => {
    const sent = actionsSent((file) => !isDiscovery(file));
    // No client sends this action, because IAM requires it for signed calls of the pipeline API.
    expect([...allowed].filter((action) => !sent.has(action))).toEqual(['execute-api:Invoke']);
  });

  test('use no wildcard in an action', () => {
    expect([...allowed].filter((action) => action.includes('*'))).toEqual([]);
  });
});

test('a wildcard is used for a resource only if AWS knows no narrower one', () => {
  // Cost Explorer's reference lists no resource for the question about costs: it is about the whole account.
  const expected = { support: [], reviewer: [], admin: ['ce:GetCostAndUsage'] };
  for (const role of roles) {
    const wide = policy(role).document.Statement.filter(
      ({ Effect, Resource }) => Effect === 'Allow' && Resource.includes('*'),
    );
    expect(
      wide.flatMap(({ Action }) => Action).filter((action) => !action.startsWith('cloudwatch:')),
    ).toEqual(expected[role]);
  }
});

test('only an admin changes messages, and a reviewer changes nothing at all', () => {
  const acting = consoleNeeds.filter(({ acts }) => acts).flatMap(({ actions }) => actions);
  expect(allowedTo('reviewer').filter((action) => acting.includes(action))).toEqual([]);
  expect(
    allowedTo('support')
      .filter((action) => acting.includes(action))
      .toSorted(),
  ).toEqual([
    'sqs:ChangeMessageVisibility',
    'sqs:ReceiveMessage',
    'states:RedriveExecution',
    'states:StopExecution',
  ]);
  expect(acting.filter((action) => !allowedTo('admin').includes(action))).toEqual([]);
});

test('a policy for one tenant allows nothing that holds the data of all tenants', () => {
  for (const role of roles) {
    const services = new Set(allowedTo(role, 'acme').map((action) => action.split(':')[0] ?? ''));
    expect([...services].toSorted()).toEqual(['dynamodb', 'execute-api', 's3']);
  }
});

test.each(roles)('nothing allowed to %s is denied', (role) => {
  const { document } = policy(role);
  const denied = document.Statement.filter(({ Effect }) => Effect === 'Deny').flatMap(({ Action }) => Action);
  const forms = denied.map((action) => new RegExp(`^${action.replaceAll('*', '.*')}$`));
  expect(allowedTo(role).filter((action) => forms.some((form) => form.test(action)))).toEqual([]);
});

test('a policy that is too long for IAM is reported', () => {
  for (const role of roles) {
    const { document, notes } = policy(role);
    expect(notes.some((note) => note.includes('in a managed policy'))).toBe(
      policySize(document) > managedPolicyLimit,
    );
  }
});

test('each statement has its own name', () => {
  for (const role of roles) {
    const sids = policy(role).document.Statement.map(({ Sid }) => Sid);
    expect(new Set(sids).size).toBe(sids.length);
    expect(sids.every((sid) => /^[a-zA-Z0-9]+$/.test(sid))).toBe(true);
  }
});
