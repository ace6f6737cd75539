import { CreateTableCommand, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { DeleteMessageCommand, GetQueueUrlCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { Past } from '#local/journal/told.ts';
import type { ApiAnswer, Caller } from '#pipelines/api/call.ts';
import { identifyByToken } from '#pipelines/api/identify.ts';
import { pipelineApi } from '#pipelines/api/serve-api.ts';
import { signToken } from '#pipelines/api/sign-token.ts';
import { deployDownloads } from '#pipelines/downloads/deploy-downloads.ts';
import { downloadCallHandlers } from '#pipelines/downloads/download-calls.ts';
import { downloadFunctions, type DownloadFunctions } from '#pipelines/downloads/download-functions.ts';
import type { BatchItem, FileItem } from '#pipelines/downloads/download-items.ts';
import type { Provider } from '#pipelines/downloads/provider.ts';
import type { PipelineParts, QueueRecord } from '#pipelines/parts.ts';
import { fromItem, toItem } from '#pipelines/plain-items.ts';
import { drivenClock } from '#local/world/clock.ts';
import { simulatedProvider } from '#local/world/living/simulated-provider.ts';
import { seededRandomness } from '#local/world/randomness.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import { aPocketAws, startOfTime } from './a-pocket-aws.ts';

export interface Asked {
  readonly as?: Caller;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly key?: string;
  readonly ifMatch?: string | number;
}

export interface DownloadPipeline {
  readonly parts: PipelineParts;
  readonly functions: DownloadFunctions;
  /** Only moves the clock, because the test calls the functions itself. */
  readonly advance: (minutes: number) => Promise<void>;
  /** Takes messages from the file queue until it is empty. Returns how many messages were used. */
  readonly deliver: () => Promise<number>;
  /** Delivers one message, which is either used or comes again. */
  readonly give: (message: object | string) => Promise<'used' | 'comes again'>;
  readonly call: (
    name: OperationName,
    asked?: Asked,
  ) => Promise<ApiAnswer & { readonly isReplayed: boolean }>;
  readonly file: (fileId: string) => Promise<FileItem>;
  readonly batches: (date: string) => Promise<readonly BatchItem[]>;
  readonly listFiles: (batchId: string) => Promise<readonly FileItem[]>;
}

export const today = '2026-01-05';
export const support: Caller = { sub: 'support', name: 'Mira Okafor', role: 'support', tenants: '*' };

/**
 * Changes parts of a simulated provider that takes no time and, unless a test says otherwise, never fails.
 */
export type FakeProvider = (simulated: Provider) => Partial<Provider>;

export async function aDownloadPipeline({
  provider: altered = () => ({}),
  intercept = (parts) => parts,
  seed = faultless,
  now = startOfTime,
  past,
}: {
  readonly provider?: FakeProvider;
  readonly intercept?: (parts: PipelineParts) => PipelineParts;
  readonly seed?: string;
  readonly now?: number;
  readonly past?: Past;
} = {}): Promise<DownloadPipeline> {
  const { aws, clock, ...clients } = aPocketAws({ clock: drivenClock(now), ...(past && { past }) });
  const names = namesByConvention('sandbox');
  const plain: PipelineParts = {
    clients,
    names,
    region: aws.world.region,
    account: aws.world.account,
    now: () => clock.now(),
    dice: seededRandomness('downloads'),
    pause: () => Promise.resolve(),
    post: () => Promise.reject(new Error('Downloads send no webhooks')),
  };
  const parts = intercept(plain);
  const simulated = simulatedProvider(
    { clock: { now: () => parts.now(), sleep: () => Promise.resolve() } },
    seed,
  );
  const provider: Provider = { ...simulated, ...altered(simulated) };
  await deployDownloads(plain);
  // The API remembers its answers in this table.
  await clients.dynamodb.send(
    new CreateTableCommand({
      TableName: names.extraction.table,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['PK', 'SK'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
    }),
  );
  const functions = downloadFunctions(parts, provider);
  const key = new TextEncoder().encode('a secret of the tests, thirty-two bytes or more');
  const api = pipelineApi(parts, {
    identify: identifyByToken(parts, key),
    downloads: downloadCallHandlers(parts, provider),
  });
  const { QueueUrl } = await clients.sqs.send(
    new GetQueueUrlCommand({ QueueName: names.downloads.fileQueue }),
  );
  let given = 0;

  async function use(record: Pick<QueueRecord, 'messageId' | 'body'>): Promise<boolean> {
    const { batchItemFailures } = await functions.download({
      Records: [
        {
          ...record,
          attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(clock.now()) },
          eventSourceARN: `arn:aws:sqs:local:000000000000:${names.downloads.fileQueue}`,
        },
      ],
    });
    return batchItemFailures.length === 0;
  }

  return {
    parts,
    functions,
    advance: (minutes) => aws.advance(minutes * 60_000),
    async deliver() {
      let used = 0;
      for (;;) {
        const { Messages = [] } = await clients.sqs.send(
          new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
        );
        if (Messages.length === 0) return used;
        for (const { MessageId = '', Body = '', ReceiptHandle } of Messages) {
          if (!(await use({ messageId: MessageId, body: Body }))) continue;
          used += 1;
          await clients.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        }
      }
    },
    async give(message) {
      const body = typeof message === 'string' ? message : JSON.stringify(message);
      return (await use({ messageId: `given-${(given += 1)}`, body })) ? 'used' : 'comes again';
    },
    async call(name, { as = support, params = {}, body = {}, key: sent, ifMatch } = {}) {
      const { method, path } = operations[name];
      const times = { issuedAt: clock.now(), expiresAt: clock.now() + 3_600_000 };
      const answer = await api({
        method,
        path: path.replaceAll(/\{(\w+)\}/g, (_, param: string) => params[param] ?? ''),
        query: '',
        headers: {
          authorization: `Bearer ${await signToken(key, as, times)}`,
          'content-type': 'application/json',
          'idempotency-key': sent ?? `key-${(given += 1)}`,
          ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
        },
        body: new TextEncoder().encode(JSON.stringify(body)),
      });
      return {
        status: answer.status,
        body: JSON.parse(answer.body) as ApiAnswer['body'],
        isReplayed: answer.headers['idempotency-replayed'] === 'true',
      };
    },
    async file(fileId) {
      const { Item = {} } = await clients.dynamodb.send(
        new GetItemCommand({ TableName: names.downloads.jobsTable, Key: toItem({ FileID: fileId }) }),
      );
      return fromItem(Item) as unknown as FileItem;
    },
    async batches(date) {
      const items = await query(names.downloads.batchesTable, 'PollingDateIndex', 'PollingDate', date);
      const batches = items as unknown as readonly BatchItem[];
      return batches.toSorted((one, other) => one.CreatedAt.localeCompare(other.CreatedAt));
    },
    async listFiles(batchId) {
      const items = await query(names.downloads.jobsTable, 'BatchIndex', 'BatchID', batchId);
      return items as unknown as readonly FileItem[];
    },
  };

  async function query(TableName: string, IndexName: string, attribute: string, value: string) {
    const { Items = [] } = await clients.dynamodb.send(
      new QueryCommand({
        TableName,
        IndexName,
        KeyConditionExpression: `${attribute} = :value`,
        ExpressionAttributeValues: toItem({ ':value': value }),
      }),
    );
    return Items.map(fromItem);
  }
}

/** With this seed the provider has no bad file on the day of the tests. */
const faultless = '1';
