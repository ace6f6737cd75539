import {
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  type DynamoDBClientConfig,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { patternNamer, queryCounts } from '#pipelines/lambda/query-patterns.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { toItem } from '#pipelines/plain-items.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { fillTemplate, listHoles, type HoleKind } from '#shared/catalogue/keys/key-template.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';

const names = namesByConvention('test');
const name = patternNamer(names);
const table = names.extraction.table;

describe('the name of a read', () => {
  it('is that of the pattern which asks for one item by its key', () => {
    const Key = toItem(keyOf.document('northwind', 'batch-1', 'doc-1'));
    expect(name('GetItemCommand', { TableName: table, Key })).toBe('extraction.documentById');
    expect(name('BatchGetItemCommand', { RequestItems: { [table]: { Keys: [Key] } } })).toBe(
      'extraction.documentsByKeys',
    );
    const file = { FileID: { S: 'rates-2026-01-05' } };
    expect(name('GetItemCommand', { TableName: names.downloads.jobsTable, Key: file })).toBe(
      'downloads.fileById',
    );
  });

  it('tells patterns in the same index apart by order, fixed text and attributes', () => {
    const failed = 'TENANT#northwind#BATCH#batch-1#STATUS#FAILED';
    const toReview = 'TENANT#northwind#BATCH#batch-1#STATUS#REVIEW_REQUIRED';
    const newest = { ScanIndexForward: false };
    expect(ask('GSI2', 'GSI2PK = :a', { ':a': failed }, newest)).toBe('extraction.documentsByStatus');
    expect(ask('GSI2', 'GSI2PK = :a', { ':a': toReview })).toBe('extraction.documentsToReview');
    const ofBatch = { ':a': 'TENANT#northwind#BATCH#batch-1', ':b': 'DOCUMENT#' };
    expect(ask(undefined, 'PK = :a AND begins_with(SK, :b)', ofBatch)).toBe('extraction.documentsOfBatch');
    const scores = {
      ProjectionExpression: 'PK, SK, #status, score, reviewedBy, updatedAt',
      ExpressionAttributeNames: { '#status': 'status' },
    };
    expect(ask(undefined, 'PK = :a AND begins_with(SK, :b)', ofBatch, scores)).toBe(
      'extraction.documentScores',
    );
    const ofProject = { ':a': 'TENANT#northwind#PROJECT#freight', ':b': 'BATCH#' };
    expect(ask(undefined, 'PK = :a AND begins_with(SK, :b)', ofProject, newest)).toBe(
      'extraction.batchesOfProject',
    );
    expect(ask(undefined, 'PK = :a AND begins_with(SK, :b)', ofProject)).toBe(
      'extraction.lowestBatchesOfProject',
    );
  });

  it('reads names and values from their places, and ranges with both ends', () => {
    const between = { ':a': 'TENANT#northwind#STATUS#FAILED', ':from': time, ':to': time };
    expect(
      ask('GSI2', '#p = :a AND #s between :from and :to', between, {
        ScanIndexForward: false,
        ExpressionAttributeNames: { '#p': 'GSI2PK', '#s': 'GSI2SK' },
      }),
    ).toBe('extraction.batchesByStatusBetween');
  });

  it('is the same for a part of what a pattern asks for', () => {
    const heads = { ':a': 'CALLER#admin', ':b': 'AUDIT#a-console#', ':c': 'AUDIT#a-console~' };
    expect(ask(undefined, 'PK = :a AND SK BETWEEN :b AND :c', heads, { ScanIndexForward: false })).toBe(
      'extraction.auditHeadsOfCaller',
    );
    expect(ask(undefined, 'PK = :a AND begins_with(SK, :b)', heads)).toBe('extraction.auditHeadsOfCaller');
  });

  it('is "other" for a read that the catalogue does not have, and nothing for a write', () => {
    expect(ask(undefined, 'PK = :a', { ':a': 'DIRECTORY#TENANTS' })).toBe('other');
    expect(ask('GSI2', 'GSI2PK = :a', { ':a': 'STATUS#FAILED' })).toBe('other');
    expect(name('ScanCommand', { TableName: table })).toBe('other');
    expect(name('GetItemCommand', { TableName: 'a-table-of-others', Key: {} })).toBe('other');
    expect(name('PutItemCommand', { TableName: table, Item: {} })).toBeUndefined();
    expect(name('TransactWriteItemsCommand', {})).toBeUndefined();
  });

  it.each([
    ...listQuestions('extraction', catalogue.extraction, { main: table }),
    ...listQuestions('downloads', catalogue.downloads, {
      jobs: names.downloads.jobsTable,
      batches: names.downloads.batchesTable,
    }),
  ])('is $pattern where it is asked as the catalogue says', ({ pattern, command, input }) => {
    expect(name(command, input)).toBe(pattern);
  });
});

describe('the counts of query patterns', () => {
  it('are lines in the form that CloudWatch makes metrics of, from one invocation to the next', async () => {
    const counts = queryCounts(names);
    const dynamodb = aClient([{}, {}, { Item: {} }]);
    counts.listenTo(dynamodb);
    const Key = toItem(keyOf.tenant('northwind'));
    await dynamodb.send(new GetItemCommand({ TableName: table, Key }));
    await dynamodb.send(new GetItemCommand({ TableName: table, Key }));
    await dynamodb.send(new ScanCommand({ TableName: table }));
    await dynamodb.send(new PutItemCommand({ TableName: table, Item: Key }));
    const lines = counts.takeLines({ stage: 'test', now: 1_767_603_600_000 });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { ...metric, Stage: 'test', Pattern: 'extraction.tenantById', Count: 2 },
      { ...metric, Stage: 'test', Pattern: 'other', Count: 1 },
    ]);
    expect(counts.takeLines({ stage: 'test', now: 0 })).toEqual([]);
  });

  it('count a call once, also where it had to be sent again', async () => {
    const counts = queryCounts(names);
    const dynamodb = aClient([new Error('socket hang up'), {}]);
    counts.listenTo(dynamodb);
    await dynamodb.send(
      new BatchGetItemCommand({ RequestItems: { [table]: { Keys: [toItem(keyOf.messageFailure('m-1'))] } } }),
    );
    await dynamodb.send(
      new QueryCommand({
        TableName: table,
        IndexName: 'GSI3',
        KeyConditionExpression: 'GSI3PK = :a AND GSI3SK = :b',
        ExpressionAttributeValues: { ':a': { S: 'batch-1' }, ':b': { S: 'BATCH' } },
      }),
    );
    const counted = counts
      .takeLines({ stage: 'test', now: 0 })
      .map((line) => JSON.parse(line) as { readonly Pattern: string; readonly Count: number });
    expect(counted.map(({ Pattern, Count }) => [Pattern, Count])).toEqual([
      ['extraction.failuresOfMessages', 1],
      ['extraction.batchById', 1],
    ]);
  });
});

const time = '2026-01-05T09:00:00.000Z';

const metric = {
  _aws: {
    Timestamp: 1_767_603_600_000,
    CloudWatchMetrics: [
      {
        Namespace: 'Autowired/QueryPatterns',
        Dimensions: [['Stage', 'Pattern']],
        Metrics: [{ Name: 'Count', Unit: 'Count' }],
      },
    ],
  },
};

function ask(
  IndexName: string | undefined,
  KeyConditionExpression: string,
  values: Readonly<Record<string, string>>,
  more: Partial<QueryCommandInput> = {},
): string | undefined {
  return name('QueryCommand', {
    TableName: table,
    IndexName,
    KeyConditionExpression,
    ExpressionAttributeValues: toItem(values),
    ...more,
  });
}

/** Returns each pattern as a command that asks for it. */
function listQuestions(id: string, system: SystemDeclaration, tables: Readonly<Record<string, string>>) {
  return Object.keys(system.patterns).map((key) => {
    const { pattern, schema, operation, tableKey, indexName } = locate(system, key);
    const TableName = tables[tableKey] ?? '';
    const partition = typed(schema.partition.type, fill(pattern.partition));
    if (operation !== 'Query') {
      const [sort] = Object.values(pattern.sort ?? {}) as string[];
      const Key = {
        [schema.partition.name]: partition,
        ...(schema.sort && sort !== undefined && { [schema.sort.name]: typed(schema.sort.type, fill(sort)) }),
      };
      const input =
        operation === 'GetItem' ? { TableName, Key } : { RequestItems: { [TableName]: { Keys: [Key] } } };
      return { pattern: `${id}.${key}`, command: `${operation}Command`, input };
    }
    const [[kind, templates] = []] = Object.entries(pattern.sort ?? {});
    const [from, to] = [templates].flat();
    const conditions = [
      '#partition = :partition',
      ...(kind === undefined ? [] : [sortConditions[kind as keyof typeof sortConditions]]),
    ];
    const type = schema.sort?.type ?? 'S';
    const input = {
      TableName,
      ...(indexName !== null && { IndexName: indexName }),
      KeyConditionExpression: conditions.join(' AND '),
      ExpressionAttributeNames: { '#partition': schema.partition.name, '#sort': schema.sort?.name },
      ExpressionAttributeValues: {
        ':partition': partition,
        ...(from !== undefined && { ':from': typed(type, fill(from)) }),
        ...(to !== undefined && { ':to': typed(type, fill(to)) }),
      },
      ScanIndexForward: pattern.order !== 'newest first' && pattern.order !== 'last to first',
      ...(pattern.attributes && { ProjectionExpression: pattern.attributes.join(', ') }),
    };
    return { pattern: `${id}.${key}`, command: 'QueryCommand', input };
  });
}

const sortConditions = {
  equals: '#sort = :from',
  beginsWith: 'begins_with(#sort, :from)',
  between: '#sort BETWEEN :from AND :to',
  before: '#sort < :from',
  upTo: '#sort <= :from',
  after: '#sort > :from',
  from: '#sort >= :from',
};

function fill(template: string): string {
  const params = Object.fromEntries(listHoles(template).map((hole) => [hole.name, values[hole.kind]]));
  const filled = fillTemplate(template, params);
  if (!filled.ok) throw new Error(`${template}: ${filled.parameter} ${filled.problem}`);
  return filled.key;
}

const values: Readonly<Record<HoleKind, string>> = {
  text: 'failed',
  email: 'maya@northwind.example',
  time,
  date: '2026-01-05',
  epochMs: '1767603600000',
  epochSeconds: '1767603600',
  number: '1',
  ulid: '01M7SQJ4KM0000000000000002',
};

function typed(type: 'S' | 'N', value: string) {
  return type === 'N' ? { N: value } : { S: value };
}

/** A client whose requests are answered in turn, the last answer again and again. */
function aClient(answers: readonly (Error | object)[]): DynamoDBClient {
  let sent = 0;
  const requestHandler = {
    metadata: { handlerProtocol: 'http/1.1' },
    handle() {
      const answer = answers[Math.min(sent, answers.length - 1)];
      sent += 1;
      if (answer instanceof Error) return Promise.reject(Object.assign(answer, { code: 'ECONNRESET' }));
      const body = Buffer.from(JSON.stringify(answer));
      const headers = { 'content-type': 'application/x-amz-json-1.0' };
      return Promise.resolve({ response: { statusCode: 200, headers, body } });
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    destroy() {},
  } as unknown as NonNullable<DynamoDBClientConfig['requestHandler']>;
  return new DynamoDBClient({
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    requestHandler,
  });
}
