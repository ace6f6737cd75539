import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  onlyPartitions,
  partitionsOfTenant,
  tenantProblem,
} from '#shared/catalogue/iam/policy-statements.ts';
import { isLike } from './evaluate.ts';

describe('partitionsOfTenant', () => {
  const of = (template: string) => partitionsOfTenant(template, 'tenantId', 'acme');

  test('is exact if nothing else varies', () => {
    expect(of('TENANT#{tenantId}')).toBe('TENANT#acme');
    expect(of('{tenantId}')).toBe('acme');
    expect(of('TENANT#{tenantId}#OPEN')).toBe('TENANT#acme#OPEN');
    expect(of('{tenantId}-open')).toBe('acme-open');
  });

  test('varies only what a question fills in after the separator', () => {
    expect(of('TENANT#{tenantId}#BATCH#{batchId}#STATUS#{status}')).toBe('TENANT#acme#BATCH#*#STATUS#*');
    expect(of('TENANT#{tenantId:ulid}#BATCH#{batchId}')).toBe('TENANT#acme#BATCH#*');
    expect(of('TENANT#{tenantId}#OF#{tenantId}#{day}')).toBe('TENANT#acme#OF#acme#*');
  });

  test('allows nothing of others to a tenant whose id is a prefix in their keys', () => {
    const pattern = partitionsOfTenant('{tenantId}#PROJECT#{projectId}', 'tenantId', 'USER') ?? '';
    expect(isLike(pattern, 'USER#PROJECT#p1')).toBe(true);
    expect(isLike(pattern, 'USER#one')).toBe(false);
  });

  test.each([
    ['the tenant is not in it', 'DIRECTORY#TENANTS'],
    ['another id is its whole key', '{batchId}'],
    ['something else that varies comes first', 'BATCH#{batchId}#TENANT#{tenantId}'],
    ['the id is not ended by the separator', '{tenantId}-{day}'],
    ['the id is not ended at all', '{tenantId}{day}'],
  ])('allows nothing if %s', (_, template) => {
    expect(of(template)).toBeNull();
  });

  test('escapes what IAM would interpret in an id', () => {
    expect(partitionsOfTenant('TENANT#{tenantId}', 'tenantId', 'a*b?c${aws:username}')).toBe(
      'TENANT#a${*}b${?}c${$}{aws:username}',
    );
  });

  const ids = fc.string({
    minLength: 1,
    maxLength: 12,
    unit: fc.constantFrom(...'ab2*?${}[].^|\\ -_'.split('')),
  });

  test('matches every partition of a tenant and none of another, whatever their ids are', () => {
    fc.assert(
      fc.property(ids, ids, ids, (tenant, other, batch) => {
        for (const [template, key] of [
          ['TENANT#{tenantId}', (id: string) => `TENANT#${id}`],
          ['TENANT#{tenantId}#BATCH#{batchId}', (id: string) => `TENANT#${id}#BATCH#${batch}`],
        ] as const) {
          const pattern = partitionsOfTenant(template, 'tenantId', tenant) ?? '';
          expect(isLike(pattern, key(tenant))).toBe(true);
          expect(isLike(pattern, key(other))).toBe(tenant === other);
          expect(isLike(pattern, key(`${tenant}${other}`))).toBe(false);
        }
      }),
    );
  });
});

describe('tenantProblem', () => {
  test.each(['acme', 'acme-2', 'Müller & Söhne', '01HXAA', 'a*b?', '${aws:username}'])(
    'accepts %s',
    (tenant) => {
      expect(tenantProblem(tenant)).toBeNull();
    },
  );

  test.each([
    ['', /empty/],
    ['acme#BATCH', /separates the parts of a key/],
    ['acme\n', /IAM does not take/],
    ['acme\u0085', /IAM does not take/],
    ['株式会社', /IAM does not take/],
    ['acme€', /IAM does not take/],
  ])('refuses %j', (tenant, problem) => {
    expect(tenantProblem(tenant)).toMatch(problem);
  });
});

describe('onlyPartitions', () => {
  test('guards against requests without a leading key, for which ForAllValues is true', () => {
    expect(onlyPartitions(['TENANT#acme'])).toEqual({
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['TENANT#acme'] },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    });
  });

  test('drops what another partition covers', () => {
    const condition = onlyPartitions(['TENANT#*', 'TENANT#*#BATCH#*', 'TENANT', 'USER#*']);
    expect(condition['ForAllValues:StringLike']).toEqual({
      'dynamodb:LeadingKeys': ['TENANT#*', 'TENANT', 'USER#*'],
    });
  });

  test('keeps one tenant apart from its own other partitions', () => {
    const condition = onlyPartitions(['TENANT#acme', 'TENANT#acme#*']);
    expect(condition['ForAllValues:StringLike']).toEqual({
      'dynamodb:LeadingKeys': ['TENANT#acme', 'TENANT#acme#*'],
    });
  });
});
