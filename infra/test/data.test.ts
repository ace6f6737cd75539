import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { downloads } from '../../shared/catalogue/systems/downloads-system.ts';
import { extraction } from '../../shared/catalogue/systems/extraction-system.ts';
import { findResource, listResources, synthesise, type Resource, type Templates } from './deployments.ts';

const sandbox = synthesise();
const production = synthesise({ environment: 'production' });

function listTables({ database, downloads: download }: Templates): readonly Resource[] {
  return [database, download].flatMap((template) => [
    ...listResources(template, 'AWS::DynamoDB::Table').values(),
  ]);
}

describe('Tables', () => {
  it('are paid for on demand, outlive their stacks, and let items expire', () => {
    expect(listTables(sandbox).length).toBe(3);
    for (const { read, isRetained } of listTables(sandbox)) {
      expect(read('BillingMode')).toBe('PAY_PER_REQUEST');
      expect(read('TimeToLiveSpecification.Enabled')).toBe(true);
      expect(isRetained).toBe(true);
    }
  });

  it('of documents can be restored in every environment, those of downloads in production', () => {
    const path = 'PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled';
    expect(listTables(sandbox).map(({ read }) => read(path))).toEqual([true, false, false]);
    expect(listTables(production).map(({ read }) => read(path))).toEqual([true, true, true]);
  });

  it('are protected from deletion in production only', () => {
    expect(listTables(sandbox).every(({ read }) => read('DeletionProtectionEnabled') === undefined)).toBe(
      true,
    );
    expect(listTables(production).every(({ read }) => read('DeletionProtectionEnabled') === true)).toBe(true);
  });

  it('list with each index every pattern that it serves, in the template and in the code', () => {
    for (const [template, file, { patterns }] of [
      [sandbox.database, 'database.ts', extraction],
      [sandbox.downloads, 'downloads.ts', downloads],
    ] as const) {
      const code = readFileSync(new URL(`../stacks/${file}`, import.meta.url), 'utf8');
      const onIndexes = Object.values(patterns).filter(({ on }) => on.includes('.'));
      const listed = [...listResources(template, 'AWS::DynamoDB::Table').values()].flatMap(({ metadata }) =>
        Object.values(metadata['Indexes'] as Readonly<Record<string, readonly string[]>>).flat(),
      );
      expect(listed.toSorted()).toEqual(onIndexes.map(({ number, asks }) => `${number}: ${asks}`).toSorted());
      for (const { number } of onIndexes) expect(code).toMatch(new RegExp(String.raw`\b${number}\b`));
    }
  });
});

describe('The bucket of documents', () => {
  const bucket = findResource(sandbox.storage, 'AWS::S3::Bucket');
  const rules = bucket.read('LifecycleConfiguration.Rules') as readonly {
    readonly Prefix?: string;
    readonly ExpirationInDays?: number;
    readonly Transitions?: readonly unknown[];
  }[];

  it('keeps documents at the lower price after 3 days in a class that is read at once, and deletes them after six months', () => {
    expect(rules.find(({ Prefix }) => Prefix === 'documents/')?.Transitions).toEqual([
      { StorageClass: 'GLACIER_IR', TransitionInDays: 3 },
    ]);
    expect(rules.find(({ Prefix }) => Prefix === undefined)?.ExpirationInDays).toBe(180);
  });

  it('deletes temporary files after a day', () => {
    expect(rules.find(({ Prefix }) => Prefix === 'temporary/')?.ExpirationInDays).toBe(1);
  });

  it('sends the document queue an event for documents, and for no file of the pipeline’s own', () => {
    expect(bucket.read('NotificationConfiguration')).toEqual({
      QueueConfigurations: [
        {
          Event: 's3:ObjectCreated:*',
          Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'documents/' }] } },
          Queue: { 'Fn::ImportValue': 'autowired-sandbox-processing:DocumentQueueArn' },
        },
      ],
    });
  });

  it('outlives its stack and is private, as is that of downloads', () => {
    for (const template of [sandbox.storage, sandbox.downloads]) {
      const { read, isRetained } = findResource(template, 'AWS::S3::Bucket');
      expect(isRetained).toBe(true);
      expect(new Set(Object.values(read('PublicAccessBlockConfiguration') as object) as unknown[])).toEqual(
        new Set([true]),
      );
    }
  });
});

describe('The key of the provider', () => {
  it('is an RSA key that only decrypts, and outlives its stack', () => {
    const { read, isRetained } = findResource(sandbox.downloads, 'AWS::KMS::Key');
    expect(read('KeySpec')).toBe('RSA_2048');
    expect(read('KeyUsage')).toBe('ENCRYPT_DECRYPT');
    expect(isRetained).toBe(true);
  });
});

describe('A deployment that fails', () => {
  const types = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::S3::BucketPolicy', 'AWS::KMS::Key'];
  const listRetained = (templates: Templates) =>
    types.flatMap((type) =>
      Object.values(templates)
        .flatMap((template) => [...listResources(template, type).values()])
        .filter(({ isRetained }) => isRetained)
        .map(({ outlivesFailedDeployment }) => ({ type, outlivesFailedDeployment })),
    );

  it('leaves nothing whose name would be taken when it is tried again', () => {
    const retained = listRetained(sandbox);
    expect(new Set(retained.map(({ type }) => type))).toEqual(new Set(types));
    expect(retained.filter(({ outlivesFailedDeployment }) => outlivesFailedDeployment)).toEqual([]);
  });

  it('leaves the tables of production, which are protected from deletion', () => {
    const left = listRetained(production).filter(({ outlivesFailedDeployment }) => outlivesFailedDeployment);
    expect(left.map(({ type }) => type)).toEqual(Array.from({ length: 3 }, () => 'AWS::DynamoDB::Table'));
  });
});
