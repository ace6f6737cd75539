import { describe, expect, test } from 'vitest';
import { policyOf } from '#shared/catalogue/iam/policy.ts';
import type { PolicyRequest } from '#shared/catalogue/iam/policy.ts';
import { managedPolicyLimit, policySize } from '#shared/catalogue/iam/policy-document.ts';
import { isAllowed } from './evaluate.ts';
import { ledger } from './ledger.ts';

const table = 'arn:aws:dynamodb:eu-west-1:111122223333:table/ledger-staging';
const archive = 'arn:aws:dynamodb:eu-west-1:111122223333:table/ledger-archive';
const names = { main: 'ledger-staging', archive: 'ledger-archive' };

function ledgerPolicy(change: Partial<PolicyRequest> = {}) {
  return policyOf({
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

  test('allows each action on the tables and indexes that a pattern asks, and nowhere else', () => {
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

  test('says nothing of an index that no pattern uses', () => {
    expect(JSON.stringify(document)).not.toContain('Unused');
    expect(isAllowed(document, { action: 'dynamodb:Query', resource: `${table}/index/Unused` })).toBe(false);
  });

  test('stands in the partition of its region', () => {
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

  test('opens its own partitions', () => {
    expect(get(table, 'TENANT#acme')).toBe(true);
    expect(query(table, 'TENANT#acme#BOOK#b1')).toBe(true);
    expect(query(`${table}/index/GSI1`, 'TENANT#acme#STATUS#OPEN')).toBe(true);
  });

  test.each(['other', 'acme2', 'acme-2', 'acm', 'acme*', 'ACME'])(
    'keeps the partitions of %s shut',
    (tenant) => {
      expect(get(table, `TENANT#${tenant}`)).toBe(false);
      expect(query(table, `TENANT#${tenant}#BOOK#b1`)).toBe(false);
      expect(query(`${table}/index/GSI1`, `TENANT#${tenant}#STATUS#OPEN`)).toBe(false);
    },
  );

  test('is not fooled by one own key among several', () => {
    expect(get(table, 'TENANT#acme', 'TENANT#other')).toBe(false);
  });

  test('refuses a request that has no leading key, of which ForAllValues would be true', () => {
    expect(isAllowed(document, { action: 'dynamodb:GetItem', resource: table })).toBe(false);
    expect(isAllowed(document, { action: 'dynamodb:Query', resource: table })).toBe(false);
  });

  test('leaves out what cannot be held to a tenant, and says which question that refuses', () => {
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

  test('says whose id it takes', () => {
    expect(notes).toContain('"acme" is taken as tenantId of Ledger.');
  });

  test('leaves a system without tenants out altogether', () => {
    const { tenant: _, ...ownerless } = ledger;
    const policy = ledgerPolicy({ tenant: 'acme', systems: [ownerless] });
    expect(policy.document.Statement.map(({ Effect }) => Effect)).toEqual(['Deny']);
    expect(policy.notes.join(' ')).toMatch(/Ledger is left out: nothing in its keys says whose data it is/);
    expect(policy.notes.join(' ')).toMatch(/It allows nothing/);
  });

  test('cannot be made of an id that no key can hold', () => {
    expect(() => ledgerPolicy({ tenant: 'acme#BOOK' })).toThrow(/separates the parts of a key/);
  });

  test('tells of items that are listed by tenant and stored by something else', () => {
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
  )('%s, whatever else would allow it', (name) => {
    const generous = { Sid: 'All', Effect: 'Allow', Action: ['dynamodb:*'], Resource: ['*'] } as const;
    const both = { ...document, Statement: [generous, ...document.Statement] };
    for (const resource of everywhere) {
      expect(isAllowed(both, { action: `dynamodb:${name}`, resource, leadingKeys: ['TENANT#acme'] })).toBe(
        false,
      );
    }
  });

  test('on the tables of the systems and not on anybody else’s', () => {
    const deny = document.Statement.find(({ Effect }) => Effect === 'Deny');
    expect(deny?.Resource).toEqual([table, `${table}/*`, archive, `${archive}/*`]);
  });
});

describe('names that do not fit', () => {
  test('a table without a name is left out with a note', () => {
    const { document, notes } = ledgerPolicy({ tableNames: { 'team-ledger': { ...names, main: null } } });
    expect(document.Statement.flatMap(({ Resource }) => Resource)).not.toContain(table);
    expect(notes).toContain(
      'Ledger: the table "main" is left out, because the connection neither names it nor has a stage.',
    );
  });

  test('a name that IAM would read as many tables is never written', () => {
    const { document, notes } = ledgerPolicy({ tableNames: { 'team-ledger': { ...names, main: '*' } } });
    const arns = document.Statement.flatMap(({ Resource }) => Resource);
    expect(arns.every((arn) => arn.startsWith(archive))).toBe(true);
    expect(notes.join(' ')).toMatch(/"\*" cannot be the name of a table/);
  });

  test('without any table there is no statement, and the notes say so', () => {
    const { document, notes } = ledgerPolicy({ tableNames: {} });
    expect(document.Statement).toEqual([]);
    expect(notes.join(' ')).toMatch(/It allows nothing/);
  });

  test('no two statements of systems whose ids read alike have one name', () => {
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

test('a policy that IAM would not take for its length says so', () => {
  const systems = Array.from({ length: 30 }, (_, index) => ({ ...ledger, id: `ledger-${index}` }));
  const tableNames = Object.fromEntries(
    systems.map(({ id }) => [id, { main: `${id}-staging`, archive: `${id}-archive` }]),
  );
  const { document, notes } = ledgerPolicy({ systems, tableNames });
  expect(policySize(document)).toBeGreaterThan(managedPolicyLimit);
  expect(notes.join(' ')).toMatch(/IAM takes 6144 in a managed policy/);
});
