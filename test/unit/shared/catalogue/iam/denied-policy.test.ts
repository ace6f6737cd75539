import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { deniedPolicy, type DeniedAction, type DeniedTo } from '#shared/catalogue/iam/denied-policy.ts';
import { buildPolicy } from '#shared/catalogue/iam/policy.ts';
import {
  managedPolicyLimit,
  policySize,
  type PolicyDocument,
} from '#shared/catalogue/iam/policy-statements.ts';
import { roles } from '#shared/contract/define.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { isAllowed, type AwsRequest } from './evaluate.ts';
import { ledger } from './ledger.ts';

const table = 'arn:aws:dynamodb:eu-west-1:111122223333:table/autowired-staging';
const queue = 'arn:aws:sqs:eu-west-1:111122223333:autowired-documents-dlq-staging';
const bucket = 'arn:aws:s3:::autowired-documents-staging';
const systems: readonly SystemDeclaration[] = [...Object.values(catalogue), ledger];

const everybody: DeniedTo = {
  systems,
  tableNames: Object.fromEntries(
    systems.map(({ id, tables }) => [
      id,
      Object.fromEntries(
        Object.entries(tables).map(([key, { name }]) => [key, name.replace('{stage}', 'staging')]),
      ),
    ]),
  ),
  connection: { region: 'eu-west-1', accountId: '111122223333' },
  role: 'admin',
  tenants: '*',
  parts: { ...namesByConvention('staging'), signedApi: null },
};
const suggested = (denied: readonly DeniedAction[], change: Partial<DeniedTo> = {}) =>
  deniedPolicy(denied, { ...everybody, ...change });

/** Returns the policies of this person's role, one for each tenant that they see. */
function listPolicies({ tenants, ...to }: DeniedTo): readonly PolicyDocument[] {
  return (tenants === '*' ? [null] : tenants).map((tenant) => buildPolicy({ ...to, tenant }).document);
}

const ofIndex = { action: 'dynamodb:Query', resource: `${table}/index/GSI2` };
const guard = { Null: { 'dynamodb:LeadingKeys': 'false' } };

describe('the policy for denied calls', () => {
  test('is empty if nothing was denied', () => {
    expect(suggested([])).toEqual({ document: null, notes: [] });
  });

  test('puts the actions of one service on the same resources into one statement, sorted, each once', () => {
    const { document, notes } = suggested([
      { action: 'sqs:GetQueueUrl', resource: queue },
      { action: 'dynamodb:Query', resource: `${table}/index/GSI2` },
      { action: 'dynamodb:Query', resource: `${table}/index/GSI1` },
      { action: 'dynamodb:GetItem', resource: table },
      { action: 'dynamodb:DescribeTable', resource: table },
      { action: 'dynamodb:GetItem', resource: table },
    ]);
    expect(document).toEqual({
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'AllowDynamodb',
          Effect: 'Allow',
          Action: ['dynamodb:DescribeTable', 'dynamodb:GetItem'],
          Resource: [table],
        },
        {
          Sid: 'AllowDynamodb2',
          Effect: 'Allow',
          Action: ['dynamodb:Query'],
          Resource: [`${table}/index/GSI1`, `${table}/index/GSI2`],
        },
        { Sid: 'AllowSqs', Effect: 'Allow', Action: ['sqs:GetQueueUrl'], Resource: [queue] },
      ],
    });
    expect(notes).toEqual([]);
  });

  test('allows no action on a resource where it was not denied', () => {
    const { document } = suggested([
      { action: 'dynamodb:Query', resource: table },
      { action: 'dynamodb:GetItem', resource: table.replace('autowired', 'acme-hr') },
    ]);
    expect(document?.Statement.map(({ Action, Resource }) => [Action, Resource])).toEqual([
      [['dynamodb:GetItem'], [table.replace('autowired', 'acme-hr')]],
      [['dynamodb:Query'], [table]],
    ]);
  });

  test('limits a person with one tenant to its partitions, and with several to theirs', () => {
    for (const tenants of [['northwind'], ['northwind', 'quill']]) {
      const { document } = suggested([ofIndex], { role: 'support', tenants });
      expect(document?.Statement).toMatchObject([
        {
          Action: ['dynamodb:Query'],
          Resource: [ofIndex.resource],
          Condition: {
            ...guard,
            'ForAllValues:StringLike': {
              'dynamodb:LeadingKeys': tenants
                .flatMap((tenant) => [
                  `TENANT#${tenant}#BATCH#*#ACTIVITY`,
                  `TENANT#${tenant}#BATCH#*#STATUS#*`,
                  `TENANT#${tenant}#STATUS#*`,
                ])
                .toSorted(),
            },
          },
        },
      ]);
    }
  });

  test('limits a reviewer to the partitions that are read', () => {
    const { document } = suggested([{ action: 'dynamodb:Query', resource: table }], { role: 'reviewer' });
    const keys = (leadingKeys: readonly string[]) =>
      document !== null && isAllowed(document, { action: 'dynamodb:Query', resource: table, leadingKeys });
    expect(document?.Statement[0]?.Condition).toMatchObject(guard);
    expect([keys(['DIRECTORY#TENANTS']), keys(['CALLER#user'])]).toEqual([true, false]);
  });

  test('allows only the tenants’ folders of the files', () => {
    const denied = [{ action: 's3:GetObject', resource: `${bucket}/documents/*` }];
    expect(suggested(denied, { tenants: ['a', 'b*'] }).document?.Statement[0]?.Resource).toEqual([
      `${bucket}/documents/a/*`,
      `${bucket}/documents/b\${*}/*`,
    ]);
    expect(suggested(denied).document?.Statement[0]?.Resource).toEqual([`${bucket}/documents/*`]);
  });

  test('leaves out resources with all tenants’ data for a person with some tenants, and says so', () => {
    const denied = [{ action: 'sqs:GetQueueUrl', resource: queue }, ofIndex];
    expect(suggested(denied, { tenants: ['a', 'b'] }).notes).toEqual([
      'The policy leaves out what cannot be held to the tenants that you see: sqs:GetQueueUrl.',
    ]);
    expect(suggested(denied, { tenants: [] })).toEqual({
      document: null,
      notes: [
        'The policy leaves out what cannot be held to the tenants that you see: dynamodb:Query and sqs:GetQueueUrl.',
      ],
    });
  });

  test('leaves out what the role does not need, and a tenant whose id no policy can contain', () => {
    expect(suggested([{ action: 'dynamodb:Scan', resource: table }])).toEqual({
      document: null,
      notes: ['The policy leaves out what the policy of the role admin does not have: dynamodb:Scan.'],
    });
    const { document, notes } = suggested([ofIndex], { tenants: ['a', '株式会社'] });
    expect(JSON.stringify(document)).toContain('TENANT#a#');
    expect(notes).toEqual([
      expect.stringMatching(/^The policy has nothing for the tenant "株式会社": its id/),
    ]);
  });

  test('allows the key that AWS named, and that key alone', () => {
    const key = 'arn:aws:kms:eu-west-1:111122223333:key/11112222-3333-4444-5555-666677778888';
    const { document, notes } = suggested([
      { action: 'kms:Decrypt', resource: key },
      { action: 'kms:Decrypt', resource: 'arn:aws:kms:eu-west-1:111122223333:key/*' },
      { action: 'kms:PutKeyPolicy', resource: key },
    ]);
    expect(document?.Statement).toEqual([
      { Sid: 'AllowKms', Effect: 'Allow', Action: ['kms:Decrypt'], Resource: [key] },
    ]);
    expect(notes.join(' ')).toContain('does not have: kms:Decrypt and kms:PutKeyPolicy.');
  });

  test('has names that IAM accepts', () => {
    const parts = namesByConvention('staging');
    const signedApi = 'https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com/v1';
    const [api] = buildPolicy({ ...everybody, tenant: null, parts: { ...parts, signedApi } })
      .document.Statement.filter(({ Sid }) => Sid === 'CallPipelines')
      .flatMap(({ Resource }) => Resource);
    const { document } = suggested([{ action: 'execute-api:Invoke', resource: api ?? '' }], {
      parts: { ...parts, signedApi },
    });
    expect(document?.Statement[0]?.Sid).toBe('AllowExecuteapi');
  });

  test('that is too long for IAM is reported', () => {
    const wide: SystemDeclaration = {
      ...ledger,
      patterns: Object.fromEntries(
        Array.from({ length: 120 }, (_, index) => [
          `lines${index}`,
          { ...ledger.patterns.linesByStatus, number: `AP${index}`, on: `main.Index${index}` },
        ]),
      ),
      tables: {
        ...ledger.tables,
        main: {
          ...ledger.tables.main,
          indexes: Object.fromEntries(
            Array.from({ length: 120 }, (_, index) => [`Index${index}`, ledger.tables.main.indexes.GSI1]),
          ),
        },
      },
    };
    const { document, notes } = suggested(
      Array.from({ length: 120 }, (_, index) => ({
        action: 'dynamodb:Query',
        resource: `${table.replace('autowired', 'ledger')}/index/Index${index}`,
      })),
      { systems: [wide] },
    );
    expect(document === null ? 0 : policySize(document)).toBeGreaterThan(managedPolicyLimit);
    expect(notes.join(' ')).toContain('IAM takes 6144 in a managed policy');
  });
});

test('allows denied calls as far as the role’s own policy does, and nothing more, for every role', () => {
  const tenantIds = ['northwind', 'quill', 'a*', '${aws:username}'];
  /**
   * "Check connection" may find any of these denied, because they are all that the screens of every role
   * need.
   */
  const all = roles.flatMap((role) =>
    [null, ...tenantIds].flatMap((tenant) =>
      buildPolicy({ ...everybody, role, tenant }).document.Statement.flatMap(({ Effect, Action, Resource }) =>
        Effect === 'Deny'
          ? []
          : Action.flatMap((action) => Resource.map((resource) => ({ action, resource }))),
      ),
    ),
  );
  const places = [...new Map(all.map((one) => [`${one.action} ${one.resource}`, one])).values()];
  const keys = [...tenantIds, 'other', 'northwind2', 'aX'].flatMap((tenant) => [
    `TENANT#${tenant}`,
    `TENANT#${tenant}#PROJECT#p`,
    `TENANT#${tenant}#STATUS#FAILED`,
    `TENANT#${tenant}#DOCUMENT#d`,
    `TENANT#${tenant}#BOOK#b`,
  ]);
  const partitions = fc.option(
    fc.array(fc.constantFrom(...keys, 'DIRECTORY#TENANTS', 'CALLER#me', 'USER#u', 'line-7'), {
      maxLength: 2,
    }),
    { nil: undefined },
  );
  const person = fc.record({
    role: fc.constantFrom(...roles),
    tenants: fc.oneof(fc.constant('*' as const), fc.subarray(tenantIds)),
  });
  const some = fc.subarray([...places, { action: 'dynamodb:Scan', resource: table }], { maxLength: 12 });
  fc.assert(
    fc.property(person, some, fc.array(partitions, { minLength: 1, maxLength: 8 }), (who, denied, asked) => {
      const { document } = suggested(denied, who);
      const own = listPolicies({ ...everybody, ...who });
      for (const { action, resource } of places) {
        for (const leadingKeys of asked) {
          const request: AwsRequest = {
            action,
            resource: resource.replace(/\/\*$/, '/x'),
            ...(action.startsWith('dynamodb:') && leadingKeys !== undefined && { leadingKeys }),
          };
          const may = own.some((policy) => isAllowed(policy, request));
          const opened = document !== null && isAllowed(document, request);
          const isDenied = denied.some((one) => one.action === action && one.resource === resource);
          const isAsked = own.some(({ Statement }) =>
            Statement.some((one) => one.Action.includes(action) && one.Resource.includes(resource)),
          );
          // One statement holds all tenants of the person, and a policy of their own holds one of them.
          const mayEach =
            may ||
            ((request.leadingKeys?.length ?? 0) > 1 &&
              request.leadingKeys?.every((key) =>
                own.some((policy) => isAllowed(policy, { ...request, leadingKeys: [key] })),
              ));
          if (opened) expect(mayEach, JSON.stringify(request)).toBe(true);
          if (may && isDenied && isAsked) expect(opened, JSON.stringify(request)).toBe(true);
        }
      }
    }),
    { numRuns: 60 },
  );
});
