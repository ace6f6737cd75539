import { onTestFinished } from 'vitest';
import { serveHttp } from '#local/aws/serve-http.ts';
import { ConnectionReset, type WireRequest, type WireResponse } from '#local/aws/protocol/wire.ts';
import { identifyByToken } from '#pipelines/api/identify.ts';
import { pipelineApi } from '#pipelines/api/serve-api.ts';
import { signToken } from '#pipelines/api/sign-token.ts';
import { documentsPartition, keyOf } from '#pipelines/extraction/keys.ts';
import type { BatchItem, DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { parseDocument, findBatch } from '#pipelines/extraction/read-items.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { paginateQuery } from '@aws-sdk/client-dynamodb';
import { sandboxPersonas } from '#shared/sandbox/personas.ts';
import { fakeReaders } from '#test/builders/fake-readers.ts';
import { recounted } from '#test/builders/an-extraction.ts';
import { runExtraction, type RunningExtraction } from '#test/builders/run-extraction.ts';
import type { OnCall } from './kill-at-random.ts';

export interface LastingWorld {
  readonly address: string;
  readonly running: RunningExtraction;
  readonly batchId: string;
  readonly projectId: string;
  readonly batches: readonly BatchItem[];
  documents(): Promise<DocumentItem[]>;
  /** Submits one more batch and waits until its documents have ended as those of the others. */
  add(batch: BatchToPlant): Promise<void>;
  /** Counts what really happened to the document, by its passport. */
  happened(document: Pick<DocumentItem, 'tenantId' | 'documentId'>, what: string): Promise<number>;
  /** Claims and rejects a document as a colleague does. False if it was not to be had. */
  rejectAsColleague(document: DocumentItem): Promise<boolean>;
  countsAgree(): Promise<boolean>;
  onCall: OnCall;
  readonly calls: { count: number };
}

interface BatchToPlant {
  readonly tenantId?: string;
  readonly documents: number;
}

/**
 * Serves the extraction pipeline with its API on a socket, with batches whose first run has failed
 * completely, or whose documents all wait in review.
 */
export async function aLastingWorld(
  planted: number | readonly BatchToPlant[],
  ended: 'FAILED' | 'REVIEW_REQUIRED' = 'FAILED',
): Promise<LastingWorld> {
  const toPlant = typeof planted === 'number' ? [{ documents: planted }] : planted;
  const most = Math.max(...toPlant.map(({ documents }) => documents));
  const names = Array.from({ length: most }, (_, index) => `invoice-${index + 1}.pdf`);
  const fails = { at: 'textract', as: 'BadDocumentException', untilRun: 1 } as const;
  const file = ended === 'FAILED' ? { fails } : { score: 0.7 };
  const readers = fakeReaders({
    latencyMs: 2,
    files: Object.fromEntries(names.map((name) => [name, file])),
  });
  const running = await runExtraction({ readers });
  onTestFinished(() => running.aws.close());
  const batches: BatchItem[] = [];
  let colleagueCalls = 0;
  for (const one of toPlant) await submit(one);

  const { parts, clients } = running;
  const secret = new TextEncoder().encode('a secret of the tests, thirty-two bytes or more');
  const none = (): never => {
    throw new Error('There are no downloads here');
  };
  const downloads = { requeueFile: none, triggerDownloads: none, closeDownloads: none };
  const api = pipelineApi(parts, { identify: identifyByToken(parts, secret), downloads });
  const times = { issuedAt: Date.now(), expiresAt: Date.now() + 3_600_000 };
  const personas = await Promise.all(
    sandboxPersonas.map(async ({ id, name, role }) => ({
      id,
      token: await signToken(secret, { sub: id, name, role, tenants: '*' }, times),
    })),
  );

  async function answer(request: WireRequest, signal?: AbortSignal): Promise<WireResponse> {
    const { path } = request;
    if (path === '/_local/world') return json({ personas });
    if (!path.startsWith('/pipeline/v1')) return running.aws.dispatch(request, signal);
    world.calls.count += 1;
    if ((await world.onCall('arrived')) === 'break') throw new ConnectionReset('before it happened');
    const answered = await api({ ...request, path: path.slice('/pipeline/v1'.length) });
    if ((await world.onCall('happened')) === 'break') throw new ConnectionReset('after it happened');
    return answered;
  }

  const server = await serveHttp(answer, { port: 0 });
  onTestFinished(() => server.close());
  const [first] = batches;
  const { projectId = '', batchId = '' } = first ?? {};
  const world: LastingWorld = {
    address: `http://127.0.0.1:${server.port}`,
    running,
    batchId,
    projectId,
    batches,
    async documents() {
      const kept = await Promise.all(
        batches.map((batch) => itemsUnder(documentsPartition(batch.tenantId, batch.batchId), 'DOCUMENT#')),
      );
      return kept.flat().map((one) => parseDocument(toItem(one)));
    },
    async add(batch) {
      await submit(batch);
      await hasEnded();
    },
    async happened({ tenantId, documentId }, what) {
      const { PK } = keyOf.documentEvent(tenantId, documentId, '');
      return (await itemsUnder(PK, 'EVENT#')).filter((event) => event['what'] === what).length;
    },
    async rejectAsColleague({ tenantId, batchId: of, documentId, version }) {
      const path = `/documents/${tenantId}/${of}/${documentId}`;
      const claimed = await callAsColleague(`${path}/claim`, version, {});
      const rejects = { decision: 'reject', reason: 'Pages are missing' };
      return claimed === 200 && (await callAsColleague(`${path}/review`, version + 1, rejects)) === 200;
    },
    async countsAgree() {
      const documents = await world.documents();
      const agree = batches.map(async (batch) => {
        const now = await findBatch(parts, batch.batchId);
        const own = documents.filter((one) => one.batchId === batch.batchId);
        return JSON.stringify(recounted(own)) === JSON.stringify(sorted(now?.counts));
      });
      return (await Promise.all(agree)).every(Boolean);
    },
    onCall: () => 'go on',
    calls: { count: 0 },
  };
  await hasEnded();
  return world;

  async function submit({ tenantId, documents }: BatchToPlant): Promise<void> {
    await running.plant(tenantId === undefined ? {} : { tenantId });
    const submission = await running.submit(names.slice(0, documents));
    await running.upload(submission.documents);
    batches.push(submission.batch);
  }

  async function hasEnded(): Promise<void> {
    const isOpen = ({ status }: DocumentItem): boolean => status === 'QUEUED' || status === 'PROCESSING';
    while ((await world.documents()).some(isOpen)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function callAsColleague(path: string, version: number, body: object): Promise<number> {
    const colleague = personas.find(({ id }) => id === 'reviewer-2');
    const { status } = await api({
      method: 'POST',
      path,
      query: '',
      headers: {
        authorization: `Bearer ${colleague?.token ?? ''}`,
        'content-type': 'application/json',
        'idempotency-key': `colleague-${(colleagueCalls += 1)}`,
        'if-match': `"${version}"`,
      },
      body: Buffer.from(JSON.stringify(body)),
    });
    return status;
  }

  async function itemsUnder(PK: string, under: string): Promise<PlainItem[]> {
    const items: PlainItem[] = [];
    const pages = paginateQuery(
      { client: clients.dynamodb },
      {
        TableName: parts.names.extraction.table,
        KeyConditionExpression: 'PK = :partition AND begins_with(SK, :under)',
        ExpressionAttributeValues: toItem({ ':partition': PK, ':under': under }),
      },
    );
    for await (const { Items = [] } of pages) items.push(...Items.map(fromItem));
    return items;
  }
}

/** Orders the counts as a recount does, with every status, including the empty ones. */
function sorted(counts: Readonly<Record<string, number>> = {}): Record<string, number> {
  return Object.fromEntries(Object.keys(recounted([])).map((status) => [status, counts[status] ?? 0]));
}

function json(body: object): WireResponse {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
