import { paginateQuery, QueryCommand } from '@aws-sdk/client-dynamodb';
import { onTestFinished } from 'vitest';
import type { BatchItem, DocumentItem, WorkflowItem } from '#pipelines/extraction/item-shapes.ts';
import { documentsPartition, keyOf } from '#pipelines/extraction/keys.ts';
import { parseDocument, findBatch } from '#pipelines/extraction/read-items.ts';
import type { Submission } from '#pipelines/extraction/submit-batch.ts';
import type { PipelineParts } from '#pipelines/parts.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { identifyByToken } from '#pipelines/api/identify.ts';
import { pipelineApi, type ApiResponse } from '#pipelines/api/serve-api.ts';
import { signToken } from '#pipelines/api/sign-token.ts';
import { drivenClock } from '#local/world/clock.ts';
import { documentStatuses } from '#shared/domain/statuses.ts';
import { sandboxPersonas, type SandboxPersona } from '#shared/sandbox/personas.ts';
import { startOfTime } from './a-pocket-aws.ts';
import { fakeReaders } from './fake-readers.ts';
import { runExtraction, type RunningExtraction } from './run-extraction.ts';

/** Describes one request to the pipeline API. */
export interface Asked {
  readonly path: string;
  readonly body?: object;
  readonly version?: number;
  /** Defaults to a new key, so that the request repeats no other. */
  readonly key?: string;
  readonly persona?: SandboxPersona['id'];
}

export interface Extraction extends RunningExtraction, Submission {
  readonly readers: ReturnType<typeof fakeReaders>;
  advance(seconds: number): Promise<void>;
  /** Sends a POST to the API, as an admin unless another caller is named. */
  ask(asked: Asked): Promise<ApiResponse>;
  /** Reads the batch as it is now. */
  batchNow(batchId?: string): Promise<BatchItem>;
  documentsNow(of?: Pick<BatchItem, 'tenantId' | 'batchId'>): Promise<DocumentItem[]>;
  passport(documentId: string): Promise<PlainItem[]>;
  /** Lists the files of the batch's documents that have keys in the status index. */
  inStatusIndex(status: string): Promise<string[]>;
  /** Computes from its documents what the batch's counts should be. */
  recount(): Promise<Record<string, number>>;
}

/**
 * Opens the extraction pipeline in this thread, on a clock that stands still, with a batch submitted and its
 * files uploaded.
 */
export async function anExtraction({
  documents = 3,
  workflow = {},
  uploaded = true,
  readers = fakeReaders(),
  ...options
}: {
  /** Gives the number of documents, or their file names. */
  readonly documents?: number | readonly string[];
  readonly workflow?: Partial<WorkflowItem>;
  readonly uploaded?: boolean;
  readonly readers?: ReturnType<typeof fakeReaders>;
  readonly post?: PipelineParts['post'];
  readonly isFollowing?: boolean;
  readonly isKept?: boolean;
  readonly hanging?: readonly string[];
} = {}): Promise<Extraction> {
  const clock = drivenClock(startOfTime);
  const running = await runExtraction({ ...options, clock, readers });
  onTestFinished(() => running.aws.close());
  await running.plant(workflow);
  const submission = await running.submit(typeof documents === 'number' ? fileNames(documents) : documents);
  if (uploaded) await running.upload(submission.documents);
  const { parts } = running;
  const api = pipelineApi(parts, { identify: identifyByToken(parts, secret), downloads: noDownloads });
  const first = submission.batch.batchId;

  async function batchNow(batchId = first): Promise<BatchItem> {
    const batch = await findBatch(parts, batchId);
    if (!batch) throw new Error(`There is no batch ${batchId}`);
    return batch;
  }

  async function documentsNow(
    { tenantId, batchId }: Pick<BatchItem, 'tenantId' | 'batchId'> = submission.batch,
  ): Promise<DocumentItem[]> {
    const kept = await itemsUnder(parts, keyOf.document(tenantId, batchId, ''));
    return kept.map((one) => parseDocument(toItem(one)));
  }

  return {
    ...running,
    ...submission,
    readers,
    advance: (seconds) => running.aws.advance(seconds * 1_000),
    batchNow,
    documentsNow,
    passport: async (documentId) =>
      itemsUnder(parts, keyOf.documentEvent(submission.batch.tenantId, documentId, '')),
    async ask({ path, body, version, key = parts.dice.uuid(), persona = 'admin' }) {
      return api({
        method: 'POST',
        path,
        query: '',
        headers: {
          authorization: `Bearer ${await issueToken(persona, parts.now())}`,
          'idempotency-key': key,
          'content-type': 'application/json',
          ...(version !== undefined && { 'if-match': `"${version}"` }),
        },
        body: new TextEncoder().encode(JSON.stringify(body ?? {})),
      });
    },
    async inStatusIndex(status) {
      const { Items = [] } = await running.clients.dynamodb.send(
        new QueryCommand({
          TableName: parts.names.extraction.table,
          IndexName: 'GSI2',
          KeyConditionExpression: 'GSI2PK = :partition',
          ExpressionAttributeValues: toItem({
            ':partition': `${documentsPartition(submission.batch.tenantId, first)}#STATUS#${status}`,
          }),
        }),
      );
      return Items.map((kept) => parseDocument(kept).fileName).toSorted();
    },
    recount: async () => recounted(await documentsNow()),
  };
}

export function recounted(documents: readonly DocumentItem[]): Record<string, number> {
  return Object.fromEntries(
    documentStatuses.map((status) => [status, documents.filter((one) => one.status === status).length]),
  );
}

const secret = new TextEncoder().encode('a secret of 32 bytes, for the test');

function noDownload(): never {
  throw new Error('There are no downloads here');
}
const noDownloads = { requeueFile: noDownload, triggerDownloads: noDownload, closeDownloads: noDownload };

function issueToken(id: string, now: number): Promise<string> {
  const persona = sandboxPersonas.find((one) => one.id === id) ?? sandboxPersonas[0];
  return signToken(
    secret,
    { sub: `user-${persona.id}`, name: persona.name, role: persona.role, tenants: persona.tenants },
    { issuedAt: now, expiresAt: now + 3_600_000 },
  );
}

function fileNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `invoice-${index + 1}.pdf`);
}

async function itemsUnder(
  { clients, names }: PipelineParts,
  { PK, SK }: { PK: string; SK: string },
): Promise<PlainItem[]> {
  const items: PlainItem[] = [];
  const pages = paginateQuery(
    { client: clients.dynamodb },
    {
      TableName: names.extraction.table,
      KeyConditionExpression: 'PK = :partition AND begins_with(SK, :under)',
      ExpressionAttributeValues: toItem({ ':partition': PK, ':under': SK }),
    },
  );
  for await (const { Items = [] } of pages) items.push(...Items.map(fromItem));
  return items;
}
