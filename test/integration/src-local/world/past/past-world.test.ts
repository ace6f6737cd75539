import {
  BatchWriteItemCommand,
  CreateTableCommand,
  GetItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { parseRecipe } from '#local/world/sheets/recipe-text.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { daysInStatusIndex } from '#shared/domain/pipeline-limits.ts';
import { extractionParameters } from '#shared/catalogue/systems/extraction-system.ts';
import { anchor, aToldWorld, plan, readText, type RunningWorld } from './a-past-world.ts';

const { extraction } = namesByConvention('sandbox');
const ids = {
  tenant: extractionParameters.tenantId.example,
  project: extractionParameters.projectId.example,
  batch: extractionParameters.batchId.example,
  document: extractionParameters.documentId.example,
};
let world: RunningWorld;
// All tests share one world, because generating it takes long.
beforeAll(async () => {
  world = await aToldWorld();
  return () => world.aws.close();
}, 60_000);

describe('a world with its past', { timeout: 30_000 }, () => {
  it('lists its tenants, and finds people by their addresses', async () => {
    const tenants = await world.query('PK = :p', { ':p': 'DIRECTORY#TENANTS' });
    expect(tenants.map(({ SK }) => SK)).toEqual([
      'TENANT#alder-finch',
      'TENANT#kestrel',
      'TENANT#northwind',
      'TENANT#quill',
    ]);
    const [user] = await world.query(
      'GSI1PK = :p',
      { ':p': extractionParameters.email.example },
      { IndexName: 'GSI1' },
    );
    expect(user).toMatchObject({ PK: `USER#${extractionParameters.userId.example}`, name: 'Maya Ortiz' });
    const users = await world.query('PK = :p AND begins_with(SK, :u)', {
      ':p': 'TENANT#northwind',
      ':u': 'USER#',
    });
    expect(users.length).toBeGreaterThan(3);
  });

  it('lists changes of workflows newest first, with their reasons', async () => {
    const project = `TENANT#${ids.tenant}#PROJECT#${ids.project}`;
    const workflows = await world.query(
      'GSI1PK = :p',
      { ':p': project },
      { IndexName: 'GSI1', ScanIndexForward: false },
    );
    expect(workflows.map(({ SK }) => SK)).toHaveLength(3);
    expect(workflows[0]).toMatchObject({
      SK: 'WORKFLOW#carrier-invoices',
      reviewThreshold: 0.85,
      version: 7,
    });
    const history = await world.query('PK = :p', { ':p': `TENANT#${ids.tenant}#WORKFLOW#carrier-invoices` });
    expect(history.map(({ what }) => what)).toEqual([
      'created',
      'thresholds changed',
      'schema changed',
      ...Array<string>(4).fill('thresholds changed'),
    ]);
    expect(history[6]).toMatchObject({ before: { reviewThreshold: 0.9 }, after: { reviewThreshold: 0.85 } });
    // Each change starts from the values that the previous one left.
    const thresholds = history.filter(({ what }) => what === 'thresholds changed');
    expect(thresholds.slice(1).map(({ before }) => before)).toEqual(
      thresholds.slice(0, -1).map(({ after }) => after),
    );
    expect(history.slice(1).every((one) => readText(one, 'reason') !== '')).toBe(true);
  });

  it('has personas who review for every tenant, so that documents can be handed to them', async () => {
    for (const { tenantId } of plan.tenants) {
      const users = await world.query('PK = :p AND begins_with(SK, :u)', {
        ':p': `TENANT#${tenantId}`,
        ':u': 'USER#',
      });
      const roles = new Map(users.map(({ SK, role }) => [SK, role]));
      expect([roles.get('USER#reviewer'), roles.get('USER#reviewer-2'), roles.get('USER#admin')]).toEqual([
        'reviewer',
        'reviewer',
        'admin',
      ]);
      expect(roles.has('USER#support')).toBe(false);
    }
  });

  it('has required four eyes on claims for two days, and has documents in each of the three steps', async () => {
    const claims = await world.query('PK = :p AND begins_with(SK, :b)', {
      ':p': 'TENANT#alder-finch#PROJECT#motor-claims',
      ':b': 'BATCH#',
    });
    const blind = claims.filter(({ secondReview }) => secondReview !== undefined);
    expect(blind.map(({ workflowId, secondReview }) => [workflowId, secondReview])).toEqual([
      ['claim-forms', 'blind'],
    ]);
    const [batch = {}] = blind;
    expect(claims.findLast(({ workflowId }) => workflowId === batch['workflowId'])).toEqual(batch);
    const history = await world.query('PK = :p', { ':p': 'TENANT#alder-finch#WORKFLOW#claim-forms' });
    expect(history.at(-1)).toMatchObject({
      what: 'second review changed',
      before: { secondReview: 'none' },
      after: { secondReview: 'blind' },
    });
    const owner = `TENANT#alder-finch#BATCH#${readText(batch, 'GSI3PK')}`;
    const waiting = await world.inStatus(owner, 'REVIEW_REQUIRED');
    const opinions = waiting.map(({ opinions: given }) => (given as unknown[] | undefined)?.length ?? 0);
    expect([0, 1, 2].map((count) => opinions.filter((one) => one === count).length)).toEqual([6, 3, 1]);
    const disputed = waiting.find(({ differs }) => differs !== undefined);
    expect(disputed).toMatchObject({ opinions: [{ decision: 'approve' }, { decision: 'approve' }] });
  });

  it('has documents that were handed to a persona', async () => {
    const batches = await world.inStatus(`TENANT#${ids.tenant}`, 'FAILED');
    const documents = await Promise.all(
      batches.map((batch) =>
        world.inStatus(`TENANT#${ids.tenant}#BATCH#${readText(batch, 'GSI3PK')}`, 'REVIEW_REQUIRED'),
      ),
    );
    const handed = documents.flat().filter(({ assignedTo }) => assignedTo !== undefined);
    expect(handed.map(({ assignedTo }) => assignedTo)).toEqual(['reviewer', 'reviewer']);
    for (const document of handed) expect(readText(document, 'assignedNote')).not.toBe('');
  });

  it('counts the batches of a project', async () => {
    const project = `TENANT#${ids.tenant}#PROJECT#${ids.project}`;
    const batches = await world.query('PK = :p AND begins_with(SK, :b)', { ':p': project, ':b': 'BATCH#' });
    const [kept] = await world.query('PK = :p AND SK = :s', {
      ':p': `TENANT#${ids.tenant}`,
      ':s': `PROJECT#${ids.project}`,
    });
    expect(kept?.['batchCount']).toBe(batches.length);
  });

  it('keeps failed batches in the index for 14 days, and those in review until they are reviewed', async () => {
    const since = new Date(anchor - daysInStatusIndex * 86_400_000).toISOString();
    for (const { tenantId } of plan.tenants) {
      for (const batch of await world.inStatus(`TENANT#${tenantId}`, 'FAILED')) {
        expect(readText(batch, 'GSI2SK') >= since).toBe(true);
        expect(batch['GSI2SK']).toBe(batch['statusSince'] ?? batch['updatedAt']);
      }
    }
    const owner = (batch: PlainItem): string => `TENANT#kestrel#BATCH#${readText(batch, 'GSI3PK')}`;
    const inspected = await world.query('PK = :p', { ':p': 'TENANT#kestrel#PROJECT#quality' });
    const old = inspected.filter(
      (item) => item['status'] === 'FAILED' && readText(item, 'updatedAt') < since,
    );
    expect(old).toHaveLength(1);
    const [batch = {}] = old;
    expect(batch).not.toHaveProperty('GSI2PK');
    expect(await world.inStatus(owner(batch), 'FAILED')).toEqual([]);
    expect(await world.inStatus(owner(batch), 'REVIEW_REQUIRED')).toHaveLength(8);
  });

  it('leaves nothing to do for the sweep of the index', async () => {
    const failed = (): Promise<PlainItem[]> => world.inStatus('TENANT#northwind', 'FAILED');
    const before = await failed();
    await world.functions.sweepStatusIndex();
    expect(await failed()).toEqual(before);
  });

  it('has the batch and the document that the examples are about', async () => {
    const batch = await world.batch(ids.batch);
    expect(batch).toMatchObject({
      PK: `TENANT#${ids.tenant}#PROJECT#${ids.project}`,
      status: 'FAILED',
      run: 3,
      counts: { SUCCEEDED: 97, REVIEW_REQUIRED: 12, FAILED: 3 },
    });
    const failed = await world.inStatus(`TENANT#${ids.tenant}#BATCH#${ids.batch}`, 'FAILED');
    expect(failed.map(({ SK }) => SK)).toContain(`DOCUMENT#${ids.document}`);
    expect(failed[0]).toMatchObject({ error: { stage: 'textract', code: 'BadDocumentException' }, run: 3 });
    const passport = await world.query('PK = :p', { ':p': `TENANT#${ids.tenant}#DOCUMENT#${ids.document}` });
    expect(passport.map(({ what }) => what)).toEqual([
      'ingested',
      'failed',
      'reprocessed',
      'failed',
      'reprocessed',
      'failed',
    ]);
  });

  it('shows what was read from a document, and its file', async () => {
    const [document] = await world.inStatus(`TENANT#${ids.tenant}#BATCH#${ids.batch}`, 'REVIEW_REQUIRED');
    expect(document).toMatchObject({
      stage: 'verify',
      fields: { total: { page: expect.any(Number) as number } },
      usage: { textract: { pages: expect.any(Number) as number } },
    });
    const { Metadata, ContentLength } = await world.clients.s3.send(
      new HeadObjectCommand({ Bucket: extraction.documentsBucket, Key: readText(document, 'objectKey') }),
    );
    expect(parseRecipe(Metadata?.['sheet'] ?? '')?.kind).toBe('invoice');
    expect(ContentLength).toBeGreaterThan(6_000);
  });

  it('has only items that a table accepts', async () => {
    const TableName = 'another';
    await world.clients.dynamodb.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: 'PK', KeyType: 'HASH' },
          { AttributeName: 'SK', KeyType: 'RANGE' },
        ],
        AttributeDefinitions: [
          { AttributeName: 'PK', AttributeType: 'S' },
          { AttributeName: 'SK', AttributeType: 'S' },
        ],
      }),
    );
    const { Items = [] } = await world.clients.dynamodb.send(
      new QueryCommand({
        TableName: extraction.table,
        KeyConditionExpression: 'PK = :p',
        ExpressionAttributeValues: toItem({ ':p': `TENANT#${ids.tenant}#BATCH#${ids.batch}` }),
        Limit: 25,
      }),
    );
    await world.clients.dynamodb.send(
      new BatchWriteItemCommand({
        RequestItems: { [TableName]: Items.map((Item) => ({ PutRequest: { Item } })) },
      }),
    );
    const [{ PK, SK } = {}] = Items;
    const Key = { PK: PK ?? { S: '' }, SK: SK ?? { S: '' } };
    const { Item } = await world.clients.dynamodb.send(new GetItemCommand({ TableName, Key }));
    expect(Item).toEqual(Items[0]);
  });
});
