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
  /** Counts how often the document was really reprocessed, by its passport. */
  reprocessed(document: Pick<DocumentItem, 'tenantId' | 'documentId'>): Promise<number>;
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
 * completely.
 */
export async function aLastingWorld(planted: number | readonly BatchToPlant[]): Promise<LastingWorld> {
  const toPlant = typeof planted === 'number' ? [{ documents: planted }] : planted;
  const most = Math.max(...toPlant.map(({ documents }) => documents));
  const names = Array.from({ length: most }, (_, index) => `invoice-${index + 1}.pdf`);
  const fails = { at: 'textract', as: 'BadDocumentException', untilRun: 1 } as const;
  const readers = fakeReaders({
    latencyMs: 2,
    files: Object.fromEntries(names.map((name) => [name, { fails }])),
  });
  const running = await runExtraction({ readers });
  onTestFinished(() => running.aws.close());
  const batches: BatchItem[] = [];
  for (const { tenantId, documents } of toPlant) {
    await running.plant(tenantId === undefined ? {} : { tenantId });
    const submission = await running.submit(names.slice(0, documents));
    await running.upload(submission.documents);
    batches.push(submission.batch);
  }

  const { parts, clients } = running;
  const secret = new TextEncoder().encode('a secret of the tests, thirty-two bytes or more');
  const none = (): never => {
    throw new Error('There are no downloads here');
  };
  const downloads = { requeueFile: none, triggerDownloads: none, closeDownloads: none };
  const api = pipelineApi(parts, { identify: identifyByToken(parts, secret), downloads });
  const persona = sandboxPersonas.find(({ id }) => id === 'support') ?? sandboxPersonas[0];
  const token = await signToken(
    secret,
    { sub: 'support', name: persona.name, role: 'support', tenants: '*' },
    { issuedAt: Date.now(), expiresAt: Date.now() + 3_600_000 },
  );

  async function answer(request: WireRequest, signal?: AbortSignal): Promise<WireResponse> {
    const { path } = request;
    if (path === '/_local/world') return json({ personas: [{ id: 'support', token }] });
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
    async reprocessed({ tenantId, documentId }) {
      const { PK } = keyOf.documentEvent(tenantId, documentId, '');
      return (await itemsUnder(PK, 'EVENT#')).filter(({ what }) => what === 'reprocessed').length;
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
  while ((await world.documents()).some(({ status }) => status !== 'FAILED')) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return world;

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
