import { describe, expect, it } from 'vitest';
import type { PageRead } from '#main/aws/dynamodb/reading.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { catalogue, type PatternName } from '#shared/catalogue/catalogue.ts';
import { aReadingWorld, valueOf } from '#test/builders/a-reading-world.ts';
import { plain } from './sample-oracle.ts';

const { extraction, downloads, funds, hr } = catalogue;

/** Returns one attribute of each row. */
const each = ({ items }: Pick<PageRead, 'items'>, name: string): string[] =>
  items.map(({ attributes }) => plain(attributes[name]));

const counted = (values: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(values)].map((value) => [value, values.filter((one) => one === value).length]),
  );

describe('funds', () => {
  it('answers a document in one query: 2 documents, 2 capital activities, 2 positions with one of each', async () => {
    const { reader, sent } = await aReadingWorld(funds);
    const page = valueOf(await reader.run('funds.documentOverview', { documentId: 'DOC001' }));
    expect(sent.map(({ operation }) => operation)).toEqual(['Query']);
    expect(counted(each(page, 'EntityType'))).toEqual({
      Document: 2,
      CapitalActivity: 2,
      CapitalCall: 2,
      Distribution: 2,
      UnfundedCommitment: 2,
    });
    for (const position of ['POSITION_1', 'POSITION_2']) {
      const items = page.items.filter(({ attributes }) => plain(attributes['PositionId']) === position);
      const kinds = { CapitalCall: 1, Distribution: 1, UnfundedCommitment: 1 };
      expect(counted(each({ items }, 'EntityType'))).toEqual(kinds);
    }
  });

  it('answers POSITION_1: called 500,000, distributed 75,000, unfunded 1,500,000', async () => {
    const { reader } = await aReadingWorld(funds);
    const of = { documentId: 'DOC001', positionId: 'POSITION_1' };
    const pages = [
      valueOf(await reader.run('funds.capitalCallOfPosition', of)),
      valueOf(await reader.run('funds.distributionOfPosition', of)),
      valueOf(await reader.run('funds.commitmentOfPosition', of)),
    ];
    expect(pages.flatMap((page) => each(page, 'Amount'))).toEqual(['500000', '75000', '1500000']);
    expect(pages.map(({ asked }) => asked.operation)).toEqual(['GetItem', 'GetItem', 'GetItem']);
  });

  it('answers POSITION_1 across documents: 5 items of two documents', async () => {
    const { reader } = await aReadingWorld(funds);
    const page = valueOf(await reader.run('funds.positionAcrossDocuments', { positionId: 'POSITION_1' }));
    expect(counted(each(page, 'PK'))).toEqual({ DOC001: 3, DOC002: 2 });
    expect(page.receipt).toMatchObject({ index: 'GSI_Position_Document', items: 5 });
  });

  it('answers historical in 2025 with only the dated version', async () => {
    const { reader } = await aReadingWorld(funds);
    const year = { documentId: 'DOC001', from: '2025-01-01', to: '2025-12-31' };
    const page = valueOf(await reader.run('funds.historicalBetween', year));
    expect(each(page, 'SK')).toEqual(['DOCUMENT#2025-09-01']);
  });

  it('answers latest and all versions', async () => {
    const { reader } = await aReadingWorld(funds);
    const of = { documentId: 'DOC001' };
    expect(each(valueOf(await reader.run('funds.latestDocument', of)), 'Version')).toEqual(['Latest']);
    expect(each(valueOf(await reader.run('funds.versionsOfDocument', of)), 'SK')).toEqual([
      'DOCUMENT#2025-09-01',
      'DOCUMENT#LATEST',
    ]);
  });
});

describe('hr', () => {
  // These are the rows of the source's table of operations.
  const mapping: readonly (readonly [string, PatternName, string, string | null, boolean])[] = [
    ['AP1', 'hr.orgById', 'GetItem', null, false],
    ['AP2', 'hr.employeeById', 'GetItem', null, false],
    ['AP3', 'hr.employeesOfOrg', 'Query', null, true],
    ['AP4', 'hr.employeeByEmail', 'Query', 'GSI1', false],
    ['AP5', 'hr.departmentsOfOrg', 'Query', null, false],
    ['AP6', 'hr.departmentById', 'GetItem', null, false],
    ['AP7', 'hr.employeesOfDepartment', 'Query', null, false],
    ['AP8', 'hr.openJobsOfOrg', 'Query', 'GSI1', true],
    ['AP9', 'hr.jobById', 'GetItem', null, false],
    ['AP10', 'hr.applicationsOfJob', 'Query', null, true],
    ['AP11', 'hr.applicationsOfEmployee', 'Query', 'GSI1', true],
    ['AP12', 'hr.jobsOfOrg', 'Query', null, true],
  ];
  const params = {
    orgId: '01HXAA',
    empId: '01HXAD',
    email: 'alice@acme.co',
    deptId: '01HXAB',
    postedAt: '01HXZZ1',
    jobId: '01HXAF',
  };

  it.each(mapping)('%s is %s', async (number, name, operation, index, isBackwards) => {
    const { reader, sent } = await aReadingWorld(hr);
    const pattern = name.slice('hr.'.length) as keyof typeof hr.patterns;
    expect(hr.patterns[pattern].number).toBe(number);
    const page = valueOf(await reader.ask({ system: hr, pattern, params: [params] }));
    expect(page.items.length).toBeGreaterThan(0);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ operation, input: index === null ? {} : { IndexName: index } });
    expect(sent[0]?.input['ScanIndexForward'] === false).toBe(isBackwards);
  });

  const key = (posted: string, job: string): Attributes => ({
    PK: { S: 'ORG#01HXAA' },
    SK: { S: `JOB#${posted}#${job}` },
  });
  const open = (posted: string, job: string): Attributes => ({
    ...key(posted, job),
    GSI1PK: { S: 'ORG#01HXAA#OPEN' },
    GSI1SK: { S: `JOB#${posted}#${job}` },
    status: { S: 'open' },
  });

  it('a closed job leaves AP8 and stays in AP12; both come newest first by ULID', async () => {
    const { reader, put } = await aReadingWorld(hr);
    await put('acme-hr-sandbox', open('01HXZZ3', '01HXA2'));
    await put('acme-hr-sandbox', open('01HXZZ2', '01HXA3'));
    const jobs = async (name: 'hr.openJobsOfOrg' | 'hr.jobsOfOrg') =>
      each(valueOf(await reader.run(name, { orgId: '01HXAA' })), 'SK').map((sk) => sk.split('#')[1]);
    expect(await jobs('hr.openJobsOfOrg')).toEqual(['01HXZZ3', '01HXZZ2', '01HXZZ1']);

    await put('acme-hr-sandbox', { ...key('01HXZZ3', '01HXA2'), status: { S: 'closed' } });
    expect(await jobs('hr.openJobsOfOrg')).toEqual(['01HXZZ2', '01HXZZ1']);
    expect(await jobs('hr.jobsOfOrg')).toEqual(['01HXZZ3', '01HXZZ2', '01HXZZ1', '01HXZZ0']);
  });

  it('a closed job leaves AP8 at once, even while the index lags', async () => {
    const { reader, put, aws } = await aReadingWorld(hr);
    aws.world.faults.set([{ id: 'lag', kind: 'index-lag', ms: 60_000 }]);
    const closed = key('01HXZZ1', '01HXAF');
    await put('acme-hr-sandbox', { ...closed, status: { S: 'closed' } });
    reader.changed(hr, [{ table: 'main', key: closed }]);
    expect(valueOf(await reader.run('hr.openJobsOfOrg', { orgId: '01HXAA' })).items).toEqual([]);
  });
});

describe('downloads', () => {
  it('finds stuck files by a key condition on a number, the longest first, without a filter', async () => {
    const { reader, sent } = await aReadingWorld(downloads);
    const page = valueOf(await reader.run('downloads.stuckFiles', { olderThan: 1_795_185_000_000 }));
    expect(each(page, 'FileID')).toEqual(['accounts-2026-11-20']);
    expect(sent[0]?.input).toMatchObject({
      IndexName: 'StatusIndex',
      KeyConditionExpression: '#k0 = :v0 AND #k1 < :v1',
      ExpressionAttributeValues: { ':v0': { S: 'downloading' }, ':v1': { N: '1795185000000' } },
    });
    expect(sent[0]?.input).not.toHaveProperty('FilterExpression');
  });

  it('finds a day’s batches in one query', async () => {
    const { reader, sent } = await aReadingWorld(downloads);
    const page = valueOf(await reader.run('downloads.batchesOfDate', { date: '2026-11-20' }));
    expect(page.items).toHaveLength(2);
    expect(sent).toHaveLength(1);
  });

  it('marks an overdue file, but not a time to live in milliseconds', async () => {
    const { reader, clock } = await aReadingWorld(downloads);
    await clock.advance(Date.UTC(2026, 10, 20, 15) - clock.now());
    const ids = ['accounts-2026-10-20', 'transactions-2026-11-19', 'accounts-2026-11-20'];
    const params = ids.map((fileId) => ({ fileId }));
    const page = valueOf(await reader.run('downloads.filesById', params));
    expect(each(page, 'FileID')).toEqual(ids);
    expect(page.items.map(({ expired }) => expired)).toEqual([true, false, false]);
  });
});

describe('extraction', () => {
  const tenant = { tenantId: 'northwind' };

  it('finds a batch by its pasted id alone', async () => {
    const { reader } = await aReadingWorld(extraction);
    const page = valueOf(await reader.run('extraction.batchById', { batchId: 'batch-01M7SJ8EE04C' }));
    expect(page.items[0]).toMatchObject({
      entity: 'Batch',
      key: { PK: { S: expect.stringContaining('northwind') } },
    });
  });

  it('finds what has finished by the batch, never by its status', async () => {
    const { reader } = await aReadingWorld(extraction);
    const of = { ...tenant, batchId: 'batch-01M7PTPY007T' };
    const bySucceeded = { ...of, status: 'SUCCEEDED' };
    expect(valueOf(await reader.run('extraction.documentsByStatus', bySucceeded)).items).toEqual([]);
    const all = valueOf(await reader.run('extraction.documentsOfBatch', of));
    expect(each(all, 'status')).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  });

  it('returns scores without the extracted values', async () => {
    const { reader } = await aReadingWorld(extraction);
    const of = { ...tenant, batchId: 'batch-01M7PTPY007T' };
    const page = valueOf(await reader.run('extraction.documentScores', of));
    for (const { attributes, entity } of page.items) {
      expect(entity).toBe('Document');
      expect(Object.keys(attributes)).not.toContain('fields');
    }
  });
});
