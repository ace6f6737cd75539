import { describe, expect, test } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { policyOf } from '#shared/catalogue/iam/policy.ts';
import { managedPolicyLimit, policySize } from '#shared/catalogue/iam/policy-document.ts';
import { roleReads, roleReadsPattern } from '#shared/catalogue/iam/role-reads.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { roles } from '#shared/contract/define.ts';
import type { Role } from '#shared/contract/define.ts';
import { isAllowed } from './evaluate.ts';
import type { AwsRequest } from './evaluate.ts';

const systems: readonly SystemDeclaration[] = Object.values(catalogue);
const tableNames = Object.fromEntries(
  systems.map(({ id, tables }) => [
    id,
    Object.fromEntries(
      Object.entries(tables).map(([key, { name }]) => [key, name.replace('{stage}', 'staging')]),
    ),
  ]),
);

const policy = (role: Role, tenant: string | null = null) =>
  policyOf({
    systems,
    tableNames,
    connection: { region: 'eu-west-1', accountId: '111122223333' },
    role,
    tenant,
  });

/** Every question of the catalogue, as AWS would see it asked for one tenant. */
const questions = systems.flatMap((system) =>
  Object.keys(system.patterns).map((key) => ({
    name: `${system.id}.${key}`,
    system,
    ...locate(system, key),
  })),
);

function asAws(question: (typeof questions)[number], tenant: string): AwsRequest {
  const { system, tableKey, indexName, operation, pattern } = question;
  const table = `arn:aws:dynamodb:eu-west-1:111122223333:table/${tableNames[system.id]?.[tableKey]}`;
  const key = pattern.partition.replace(/\{(\w+)[^}]*\}/g, (_, name) =>
    name === system.tenant ? tenant : 'some-id',
  );
  return {
    action: `dynamodb:${operation}`,
    resource: indexName === null ? table : `${table}/index/${indexName}`,
    leadingKeys: [key],
  };
}

test('there is something to check', () => {
  expect(questions.length).toBeGreaterThan(40);
});

describe('admin', () => {
  const { document } = policy('admin');

  test.each(questions)('may ask $name', (question) => {
    expect(isAllowed(document, asAws(question, 'acme'))).toBe(true);
  });

  test('may read no index that no question uses', () => {
    const used = new Set(questions.map((question) => asAws(question, 'acme').resource));
    const allowed = document.Statement.filter(({ Effect }) => Effect === 'Allow').flatMap(
      ({ Resource }) => Resource,
    );
    expect(allowed.filter((resource) => resource.includes('/index/') && !used.has(resource))).toEqual([]);
    expect(allowed.filter((resource) => resource.includes('*'))).toEqual([]);
  });
});

describe.each(roles)('%s', (role) => {
  test('may ask just what the role reads', () => {
    const { document } = policy(role);
    const asked = questions.filter(({ system, pattern }) => roleReadsPattern(role, system.id, pattern));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((question) => !isAllowed(document, asAws(question, 'acme')))).toEqual([]);
  });

  test('may scan, state and write nothing, with a tenant or without', () => {
    for (const tenant of [null, 'acme']) {
      const { document } = policy(role, tenant);
      for (const question of questions) {
        const { resource, leadingKeys = [] } = asAws(question, 'acme');
        for (const name of [
          'Scan',
          'PartiQLSelect',
          'PutItem',
          'UpdateItem',
          'DeleteItem',
          'BatchWriteItem',
        ]) {
          expect(isAllowed(document, { action: `dynamodb:${name}`, resource, leadingKeys })).toBe(false);
        }
      }
    }
  });

  test('of one tenant sees nothing of another, not even of one whose id begins alike', () => {
    const { document } = policy(role, 'acme');
    const ofTenants = questions.filter(({ system, pattern }) =>
      pattern.partition.includes(`{${system.tenant}`),
    );
    const allowed = ofTenants.filter((question) => isAllowed(document, asAws(question, 'acme')));
    expect(allowed.length).toBeGreaterThan(0);
    for (const tenant of ['other', 'acme2', 'acme-2']) {
      expect(questions.filter((question) => isAllowed(document, asAws(question, tenant)))).toEqual([]);
    }
  });

  test('of one tenant is told of every question that is refused', () => {
    const { document, notes } = policy(role, 'acme');
    const refused = questions.filter(
      (question) =>
        question.system.tenant !== undefined &&
        roleReadsPattern(role, question.system.id, question.pattern) &&
        !isAllowed(document, asAws(question, 'acme')),
    );
    const untold = refused.filter(
      ({ system, pattern }) => !notes.some((note) => note.startsWith(`${system.name}, ${pattern.number} `)),
    );
    expect(untold).toEqual([]);
  });

  test('fits into a managed policy', () => {
    for (const tenant of [null, 'a-tenant-with-quite-a-long-name-of-its-own']) {
      expect(policySize(policy(role, tenant).document)).toBeLessThan(managedPolicyLimit);
    }
  });
});

test('the questions that no tenant can be held to are refused', () => {
  const { document } = policy('admin', 'acme');
  const refused = questions.filter((question) => !isAllowed(document, asAws(question, 'acme')));
  expect(refused.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['extraction.tenants', 'extraction.userByEmail', 'extraction.batchById']),
  );
  expect(refused.filter(({ system }) => system.id === 'downloads').length).toBe(
    questions.filter(({ system }) => system.id === 'downloads').length,
  );
});

test('a reviewer reads no funds, no staff, no downloads and nobody’s account', () => {
  const { document } = policy('reviewer');
  const allowed = questions.filter((question) => isAllowed(document, asAws(question, 'acme')));
  expect([...new Set(allowed.map(({ system }) => system.id))]).toEqual(['extraction']);
  const email = questions.find(({ name }) => name === 'extraction.userByEmail');
  expect(email && isAllowed(document, { ...asAws(email, 'acme'), leadingKeys: ['a@b.example'] })).toBe(false);
});

test('a reviewer of one tenant reads the partitions of the role’s questions alone', () => {
  const { document, notes } = policy('reviewer', 'acme');
  const allowed = questions
    .filter((question) => isAllowed(document, asAws(question, 'acme')))
    .map(({ name }) => name);
  expect(allowed).toContain('extraction.documentHistory');
  expect(allowed).not.toContain('extraction.workflowHistory');
  expect(notes.join(' ')).toMatch(/Extraction: IAM sees partition keys and no sort keys/);
});

test('what a role is said to read or to leave is there', () => {
  for (const { only = {}, without = {} } of Object.values(roleReads)) {
    for (const id of Object.keys(without)) expect(systems.map((system) => system.id)).toContain(id);
    for (const [id, entities] of Object.entries(only)) {
      const known = Object.keys(systems.find((system) => system.id === id)?.entities ?? {});
      expect(known).toEqual(expect.arrayContaining([...entities]));
    }
  }
});
