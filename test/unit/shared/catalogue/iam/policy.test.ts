import { describe, expect, test } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { roleReads, roleReadsPattern } from '#shared/catalogue/iam/grants.ts';
import { managedPolicyLimit, policySize } from '#shared/catalogue/iam/policy-statements.ts';
import { buildPolicy, type PolicyRequest } from '#shared/catalogue/iam/policy.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { roles, type Role } from '#shared/contract/define.ts';
import { isAllowed, type AwsRequest } from './evaluate.ts';
import { ledger } from './ledger.ts';

const table = 'arn:aws:dynamodb:eu-west-1:111122223333:table/ledger-staging';
const archive = 'arn:aws:dynamodb:eu-west-1:111122223333:table/ledger-archive';
const names = { main: 'ledger-staging', archive: 'ledger-archive' };

function ledgerPolicy(change: Partial<PolicyRequest> = {}) {
  return buildPolicy({
    systems: [ledger],
    tableNames: { 'team-ledger': names },
    connection: { region: 'eu-west-1', accountId: '111122223333' },
    role: 'admin',
    tenant: null,
    ...change,
  });
}

describe('a policy for all tenants', () => {
  const { document } = ledgerPolicy();

  test('allows each action on the tables and indexes that a pattern reads, and nowhere else', () => {
    const allows = document.Statement.filter(({ Effect }) => Effect === 'Allow');
    expect(allows).toEqual([
      {
        Sid: 'ReadTeamLedger',
        Effect: 'Allow',
        Action: ['dynamodb:DescribeTable', 'dynamodb:GetItem', 'dynamodb:Query'],
        Resource: [table],
      },
      {
        Sid: 'ReadTeamLedger2',
        Effect: 'Allow',
        Action: ['dynamodb:Query'],
        Resource: [`${table}/index/GSI1`, `${table}/index/GSI2`],
      },
      {
        Sid: 'ReadTeamLedger3',
        Effect: 'Allow',
        Action: ['dynamodb:BatchGetItem', 'dynamodb:DescribeTable', 'dynamodb:GetItem'],
        Resource: [archive],
      },
    ]);
  });

  test('does not mention an index that no pattern uses', () => {
    expect(JSON.stringify(document)).not.toContain('Unused');
    expect(isAllowed(document, { action: 'dynamodb:Query', resource: `${table}/index/Unused` })).toBe(false);
  });

  test('uses the partition of its region', () => {
    const inChina = ledgerPolicy({ connection: { region: 'cn-north-1', accountId: '111122223333' } });
    const arns = inChina.document.Statement.flatMap(({ Resource }) => Resource);
    expect(arns.every((arn) => arn.startsWith('arn:aws-cn:dynamodb:cn-north-1:111122223333:table/'))).toBe(
      true,
    );
  });
});

describe('a policy for one tenant', () => {
  const { document, notes } = ledgerPolicy({ tenant: 'acme' });
  const query = (resource: string, ...leadingKeys: string[]) =>
    isAllowed(document, { action: 'dynamodb:Query', resource, leadingKeys });
  const get = (resource: string, ...leadingKeys: string[]) =>
    isAllowed(document, { action: 'dynamodb:GetItem', resource, leadingKeys });

  test('allows its own partitions', () => {
    expect(get(table, 'TENANT#acme')).toBe(true);
    expect(query(table, 'TENANT#acme#BOOK#b1')).toBe(true);
    expect(query(`${table}/index/GSI1`, 'TENANT#acme#STATUS#OPEN')).toBe(true);
  });

  test.each(['other', 'acme2', 'acme-2', 'acm', 'acme*', 'ACME'])(
    'does not allow the partitions of %s',
    (tenant) => {
      expect(get(table, `TENANT#${tenant}`)).toBe(false);
      expect(query(table, `TENANT#${tenant}#BOOK#b1`)).toBe(false);
      expect(query(`${table}/index/GSI1`, `TENANT#${tenant}#STATUS#OPEN`)).toBe(false);
    },
  );

  test('is not fooled by one own key among several', () => {
    expect(get(table, 'TENANT#acme', 'TENANT#other')).toBe(false);
  });

  test('refuses a request without a leading key, for which ForAllValues would be true', () => {
    expect(isAllowed(document, { action: 'dynamodb:GetItem', resource: table })).toBe(false);
    expect(isAllowed(document, { action: 'dynamodb:Query', resource: table })).toBe(false);
  });

  test('leaves out what cannot be limited to a tenant, and says which questions that refuses', () => {
    expect(query(`${table}/index/GSI2`, 'line-1')).toBe(false);
    expect(
      isAllowed(document, { action: 'dynamodb:BatchGetItem', resource: archive, leadingKeys: ['acme-1'] }),
    ).toBe(false);
    expect(notes).toContain(
      'Ledger, AP4 “Which line has this id?” is refused: nothing that IAM can match ties the partition {lineId} to one tenantId (main.GSI2).',
    );
    expect(notes.some((note) => note.includes('AP5'))).toBe(true);
    expect(notes.some((note) => /AP[123] /.test(note))).toBe(false);
  });

  test('says whose id it uses', () => {
    expect(notes).toContain('"acme" is taken as tenantId of Ledger.');
  });

  test('leaves out a system without tenants', () => {
    const { tenant: _, ...ownerless } = ledger;
    const policy = ledgerPolicy({ tenant: 'acme', systems: [ownerless] });
    expect(policy.document.Statement.map(({ Effect }) => Effect)).toEqual(['Deny']);
    expect(policy.notes.join(' ')).toMatch(/Ledger is left out: its keys do not show the tenant/);
    expect(policy.notes.join(' ')).toMatch(/It allows nothing/);
  });

  test('cannot be made for an id that no key can contain', () => {
    expect(() => ledgerPolicy({ tenant: 'acme#BOOK' })).toThrow(/separates the parts of a key/);
  });

  test('notes items that are listed by tenant and stored by something else', () => {
    const Line = { ...ledger.entities.Line, keys: { ...ledger.entities.Line.keys, PK: 'BOOK#{bookId}' } };
    const { notes: said } = ledgerPolicy({
      tenant: 'acme',
      systems: [{ ...ledger, entities: { ...ledger.entities, Line } }],
    });
    expect(said.join(' ')).toMatch(
      /a Line can be listed and not read again by its key: .* BOOK#\{bookId\} to one tenantId/,
    );
  });
});

describe('what is denied', () => {
  const { document } = ledgerPolicy();
  const everywhere = [table, `${table}/index/GSI1`, `${table}/stream/2026`, `${table}/backup/1`, archive];

  test.each(
    'Scan PartiQLSelect PartiQLInsert PartiQLUpdate PartiQLDelete PutItem UpdateItem DeleteItem BatchWriteItem GetRecords ExportTableToPointInTime CreateBackup RestoreTableFromBackup RestoreTableToPointInTime StartAwsBackupJob CreateTable UpdateTable DeleteTable UpdateTimeToLive UpdateContinuousBackups PutResourcePolicy DeleteBackup ImportTable'.split(
      ' ',
    ),
  )('is %s, whatever else would allow it', (name) => {
    const generous = { Sid: 'All', Effect: 'Allow', Action: ['dynamodb:*'], Resource: ['*'] } as const;
    const both = { ...document, Statement: [generous, ...document.Statement] };
    for (const resource of everywhere) {
      expect(isAllowed(both, { action: `dynamodb:${name}`, resource, leadingKeys: ['TENANT#acme'] })).toBe(
        false,
      );
    }
  });

  test('is denied on the tables of the systems only', () => {
    const deny = document.Statement.find(({ Effect }) => Effect === 'Deny');
    expect(deny?.Resource).toEqual([table, `${table}/*`, archive, `${archive}/*`]);
  });
});

describe('unusable names', () => {
  test('leave out a table without a name, with a note', () => {
    const { document, notes } = ledgerPolicy({ tableNames: { 'team-ledger': { ...names, main: null } } });
    expect(document.Statement.flatMap(({ Resource }) => Resource)).not.toContain(table);
    expect(notes).toContain(
      'Ledger: the table "main" is left out, because the connection neither names it nor has a stage.',
    );
  });

  test('never write a name that IAM would read as many tables', () => {
    const { document, notes } = ledgerPolicy({ tableNames: { 'team-ledger': { ...names, main: '*' } } });
    const arns = document.Statement.flatMap(({ Resource }) => Resource);
    expect(arns.every((arn) => arn.startsWith(archive))).toBe(true);
    expect(notes.join(' ')).toMatch(/"\*" cannot be the name of a table/);
  });

  test('give no statement without any table, and the notes say so', () => {
    const { document, notes } = ledgerPolicy({ tableNames: {} });
    expect(document.Statement).toEqual([]);
    expect(notes.join(' ')).toMatch(/It allows nothing/);
  });

  test('give no two statements one name, even if ids of systems look alike', () => {
    const { document } = ledgerPolicy({
      systems: [ledger, { ...ledger, id: 'team_ledger' }],
      tableNames: {
        'team-ledger': names,
        team_ledger: { main: 'another-ledger', archive: 'another-archive' },
      },
    });
    const sids = document.Statement.map(({ Sid }) => Sid);
    expect(new Set(sids).size).toBe(sids.length);
    expect(sids.every((sid) => /^[a-zA-Z0-9]+$/.test(sid))).toBe(true);
  });
});

test('a policy that is too long for IAM is reported', () => {
  const systems = Array.from({ length: 30 }, (_, index) => ({ ...ledger, id: `ledger-${index}` }));
  const tableNames = Object.fromEntries(
    systems.map(({ id }) => [id, { main: `${id}-staging`, archive: `${id}-archive` }]),
  );
  const { document, notes } = ledgerPolicy({ systems, tableNames });
  expect(policySize(document)).toBeGreaterThan(managedPolicyLimit);
  expect(notes.join(' ')).toMatch(/IAM takes 6144 in a managed policy/);
});

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
  buildPolicy({
    systems,
    tableNames,
    connection: { region: 'eu-west-1', accountId: '111122223333' },
    role,
    tenant,
  });

/** Lists every question of the catalogue as AWS would see it for one tenant. */
const questions = systems.flatMap((system) =>
  Object.keys(system.patterns).map((key) => ({
    name: `${system.id}.${key}`,
    system,
    ...locate(system, key),
  })),
);

function asAws(question: (typeof questions)[number], tenant: string): AwsRequest {
  const { system, tableKey, indexName, operation, pattern } = question;
  const asked = `arn:aws:dynamodb:eu-west-1:111122223333:table/${tableNames[system.id]?.[tableKey]}`;
  const key = pattern.partition.replace(/\{(\w+)[^}]*\}/g, (_, name) =>
    name === system.tenant ? tenant : 'some-id',
  );
  return {
    action: `dynamodb:${operation}`,
    resource: indexName === null ? asked : `${asked}/index/${indexName}`,
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
  test('may ask exactly what the role reads', () => {
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

  test('with one tenant sees nothing of another, not even of one whose id starts alike', () => {
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

  test('with one tenant lists every question that is refused', () => {
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

test('questions that cannot be limited to a tenant are refused', () => {
  const { document } = policy('admin', 'acme');
  const refused = questions.filter((question) => !isAllowed(document, asAws(question, 'acme')));
  expect(refused.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['extraction.tenants', 'extraction.userByEmail', 'extraction.batchById']),
  );
  expect(refused.filter(({ system }) => system.id === 'downloads').length).toBe(
    questions.filter(({ system }) => system.id === 'downloads').length,
  );
});

test('what is kept about all tenants is for policies of all tenants, and in no other', () => {
  const ofAll = questions.filter(({ pattern }) =>
    /^(ACTIVITY|ATTENTION|CAUSE|PERSON)/.test(pattern.partition),
  );
  expect(ofAll.length).toBeGreaterThanOrEqual(14);
  const allowed = (role: Role, tenant: string | null) => {
    const { document } = policy(role, tenant);
    return ofAll.filter((question) => isAllowed(document, asAws(question, 'acme'))).map(({ name }) => name);
  };
  const all = ofAll.map(({ name }) => name);
  expect(allowed('admin', null)).toEqual(all);
  expect(allowed('support', null)).toEqual(all);
  expect(allowed('reviewer', null)).toEqual(
    all.filter((name) => /\.(attention|activity|documentsHandedTo)/.test(name)),
  );
  for (const role of roles) {
    expect(allowed(role, 'acme')).toEqual([]);
    expect(JSON.stringify(policy(role, 'acme').document)).not.toMatch(/"(ACTIVITY|ATTENTION|CAUSE|PERSON)/);
    // A tenant whose id is the beginning of such a key opens none of them.
    for (const odd of ['ACTIVITY', 'CAUSES', 'PERSON', '0']) expect(allowed(role, odd)).toEqual([]);
  }
});

test('a person held to a tenant may list its activity, by tenant and by batch, in every role', () => {
  for (const role of roles) {
    const { document } = policy(role, 'acme');
    const allowed = questions.filter((question) => isAllowed(document, asAws(question, 'acme')));
    const own = allowed.flatMap(({ name }) => /\.((?:activity|work)Of.*)/.exec(name)?.[1] ?? []);
    expect(own).toEqual(['activityOfTenant', 'activityOfBatch', 'workOfBatch', 'workOfTenant']);
    expect(allowed.filter((question) => isAllowed(document, asAws(question, 'acme-2')))).toEqual([]);
  }
});

test('a reviewer reads no funds, no staff, no downloads and no account', () => {
  const { document } = policy('reviewer');
  const allowed = questions.filter((question) => isAllowed(document, asAws(question, 'acme')));
  expect([...new Set(allowed.map(({ system }) => system.id))]).toEqual(['extraction']);
  const email = questions.find(({ name }) => name === 'extraction.userByEmail');
  expect(email && isAllowed(document, { ...asAws(email, 'acme'), leadingKeys: ['a@b.example'] })).toBe(false);
});

test('a reviewer of one tenant reads the partitions of the role’s questions alone', () => {
  const { document, notes } = policy('reviewer', 'acme');
  const allowed = questions.filter((question) => isAllowed(document, asAws(question, 'acme')));
  const readable = allowed.map(({ name }) => name);
  expect(readable).toContain('extraction.documentHistory');
  expect(readable).not.toContain('extraction.workflowHistory');
  expect(notes.join(' ')).toMatch(/Extraction: IAM sees partition keys and no sort keys/);
});

test('everything a role is said to read or not to read exists', () => {
  for (const { only = {}, without = {} } of Object.values(roleReads)) {
    for (const id of Object.keys(without)) expect(systems.map((system) => system.id)).toContain(id);
    for (const [id, entities] of Object.entries(only)) {
      const known = Object.keys(systems.find((system) => system.id === id)?.entities ?? {});
      expect(known).toEqual(expect.arrayContaining([...entities]));
    }
  }
});
