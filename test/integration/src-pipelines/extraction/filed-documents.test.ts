import { GetObjectTaggingCommand, PutObjectCommand, PutObjectTaggingCommand } from '@aws-sdk/client-s3';
import { expect, it, onTestFinished } from 'vitest';
import { drivenClock } from '#local/world/clock.ts';
import { drawPaper } from '#local/world/sheets/draw-paper.ts';
import { buildSchema } from '#local/world/sheets/fields.ts';
import { paperText, wholeSheet, type Paper } from '#local/world/sheets/paper.ts';
import { readSheet } from '#local/world/sheets/reading.ts';
import type { SheetRecipe } from '#local/world/sheets/sheet.ts';
import { identifyByToken } from '#pipelines/api/identify.ts';
import { pipelineApi } from '#pipelines/api/serve-api.ts';
import { signToken } from '#pipelines/api/sign-token.ts';
import type { DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { getBatch, getDocument } from '#pipelines/extraction/read-items.ts';
import type { PipelineParts } from '#pipelines/parts.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { runExtraction } from '#test/builders/run-extraction.ts';

const secret = new TextEncoder().encode('a secret of the tests, thirty-two bytes or more');
const schema = buildSchema('invoice');

function aRecipe(seed: string, pages: number): SheetRecipe {
  return { kind: 'invoice', layout: 1, recipient: 'Northwind Logistics', seed, pages, isScanned: false };
}

/** Opens the pipeline with the readers of a deployment, and a batch of these files that all wait for review. */
async function aPipeline(papers: readonly Paper[]) {
  const running = await runExtraction({ clock: drivenClock(startOfTime) });
  onTestFinished(() => running.aws.close());
  const { parts, clients } = running;
  // No score is enough, so every document waits for review.
  const workflow = await running.plant({ schema, confidenceThreshold: 0, reviewThreshold: 1 });
  const { batch, documents } = await running.submit(papers.map((_, at) => `scan-${at}.pdf`));
  for (const [at, { objectKey: Key }] of documents.entries()) {
    const paper = papers[at] ?? [];
    const Metadata = { sheet: paperText(paper) };
    const Bucket = parts.names.extraction.documentsBucket;
    await clients.s3.send(new PutObjectCommand({ Bucket, Key, Body: await drawPaper(paper), Metadata }));
  }
  await running.aws.advance(180_000);
  const api = pipelineApi(parts, {
    identify: identifyByToken(parts, secret),
    downloads: { requeueFile: refuse, triggerDownloads: refuse, closeDownloads: refuse },
  });
  return { running, parts, workflow, batch, documents, call: caller(parts, api) };
}

const refuse = (): never => {
  throw new Error('There are no downloads');
};

function caller(parts: PipelineParts, api: ReturnType<typeof pipelineApi>) {
  return async (path: string, { version }: DocumentItem, body: object) => {
    const ada = { sub: 'ada', name: 'Ada', role: 'reviewer', tenants: '*' } as const;
    const times = { issuedAt: parts.now(), expiresAt: parts.now() + 86_400_000 };
    const answer = await api({
      method: 'POST',
      path,
      query: '',
      headers: {
        authorization: `Bearer ${await signToken(secret, ada, times)}`,
        'idempotency-key': parts.dice.uuid(),
        'content-type': 'application/json',
        'if-match': `"${version}"`,
      },
      body: new TextEncoder().encode(JSON.stringify(body)),
    });
    return { status: answer.status, body: JSON.parse(answer.body) as { into?: DocumentItem[] } };
  };
}

/** The values that a reader finds on the whole sheet. */
function readValues(recipe: SheetRecipe): Record<string, string> {
  const reading = readSheet(recipe, { run: 1, schema, reviewThreshold: 1 });
  if (!reading.ok) throw new Error('The sheet cannot be read');
  return pickValues(reading.result.fields);
}

function pickValues(fields: DocumentItem['fields'] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
}

it(
  'two invoices in one file are read as one, and after the file is divided each has its own values',
  { timeout: 60_000 },
  async () => {
    const [one, other] = [aRecipe('one', 2), aRecipe('other', 1)];
    const pipeline = await aPipeline([[wholeSheet(one), wholeSheet(other)]]);
    const { running, parts, documents, call, workflow } = pipeline;
    const [sent] = documents;
    if (!sent) throw new Error('There is no document');
    const read = await getDocument(parts, sent);
    expect(read).toMatchObject({ status: 'REVIEW_REQUIRED', usage: { textract: { pages: 3 } } });
    expect(pickValues(read?.fields)).toEqual(readValues(one));

    const { tenantId, batchId, documentId } = sent;
    const path = `/documents/${tenantId}/${batchId}/${documentId}`;
    await call(`${path}/claim`, read ?? sent, {});
    const claimed = (await getDocument(parts, sent)) ?? sent;
    const { projectId, workflowId } = workflow;
    const part = (from: number, to: number) => [{ batchId, documentId, pages: { from, to } }];
    const answer = await call(`${path}/refile`, claimed, {
      reason: 'Two invoices in one file',
      into: [part(1, 2), part(3, 3)].map((some) => ({
        workflow: { projectId, workflowId },
        parts: some,
      })),
    });
    expect(answer.status).toBe(200);
    await running.aws.advance(180_000);

    const made = await Promise.all(
      (answer.body.into ?? []).map((place) => getDocument(parts, { ...place, tenantId })),
    );
    expect(made.map((document) => document?.usage?.textract?.pages)).toEqual([2, 1]);
    expect(made.map((document) => pickValues(document?.fields))).toEqual([
      readValues(one),
      readValues(other),
    ]);
    const batch = await getBatch(parts, { tenantId, projectId, batchId: made[0]?.batchId ?? '' });
    expect(batch).toMatchObject({ received: 2, run: 1, counts: { REVIEW_REQUIRED: 2 } });
  },
);

it(
  'one invoice in two files lacks its total, and after the files are joined it is read as a whole',
  { timeout: 60_000 },
  async () => {
    const recipe = aRecipe('long', 2);
    const pipeline = await aPipeline([[{ recipe, from: 1, to: 1 }], [{ recipe, from: 2, to: 2 }]]);
    const { running, parts, documents, call, workflow } = pipeline;
    const [front, back] = documents;
    if (!front || !back) throw new Error('There are no documents');
    const halves = await Promise.all([front, back].map((one) => getDocument(parts, one)));
    expect(pickValues(halves[0]?.fields)).not.toHaveProperty('total');
    expect(pickValues(halves[1]?.fields)).toHaveProperty('total');

    const { tenantId, batchId, documentId } = front;
    const path = `/documents/${tenantId}/${batchId}/${documentId}`;
    await call(`${path}/claim`, halves[0] ?? front, {});
    const claimed = (await getDocument(parts, front)) ?? front;
    const { projectId, workflowId } = workflow;
    const answer = await call(`${path}/refile`, claimed, {
      reason: 'One invoice in two files',
      into: [
        {
          workflow: { projectId, workflowId },
          parts: [
            { batchId, documentId },
            { batchId, documentId: back.documentId },
          ],
        },
      ],
      also: [{ batchId, documentId: back.documentId, version: halves[1]?.version ?? 0 }],
    });
    expect(answer.status).toBe(200);
    await running.aws.advance(180_000);

    const [place] = answer.body.into ?? [];
    const whole = place && (await getDocument(parts, { ...place, tenantId }));
    expect(whole).toMatchObject({ usage: { textract: { pages: 2 } } });
    expect(pickValues(whole?.fields)).toEqual(readValues(recipe));
    const before = await getBatch(parts, { tenantId, projectId, batchId });
    expect(before?.counts).toMatchObject({ REJECTED: 2, REVIEW_REQUIRED: 0 });
  },
);

it(
  'a tagged file that is filed whole is copied with its metadata and without its tags',
  { timeout: 60_000 },
  async () => {
    const recipe = aRecipe('whole', 1);
    const { running, parts, documents, call } = await aPipeline([[wholeSheet(recipe)]]);
    const [sent] = documents;
    if (!sent) throw new Error('There is no document');
    const Bucket = parts.names.extraction.documentsBucket;
    const TagSet = [{ Key: 'GuardDutyMalwareScanStatus', Value: 'NO_THREATS_FOUND' }];
    const { s3 } = running.clients;
    await s3.send(new PutObjectTaggingCommand({ Bucket, Key: sent.objectKey, Tagging: { TagSet } }));
    const { projectId, workflowId } = await running.plant({ workflowId: 'fuel-invoices' });

    const { tenantId, batchId, documentId } = sent;
    const path = `/documents/${tenantId}/${batchId}/${documentId}`;
    await call(`${path}/claim`, (await getDocument(parts, sent)) ?? sent, {});
    const answer = await call(`${path}/refile`, (await getDocument(parts, sent)) ?? sent, {
      reason: 'It is for fuel',
      into: [{ workflow: { projectId, workflowId }, parts: [{ batchId, documentId }] }],
    });
    expect(answer.status).toBe(200);
    await running.aws.advance(180_000);

    const [place] = answer.body.into ?? [];
    const filed = place && (await getDocument(parts, { ...place, tenantId }));
    expect(pickValues(filed?.fields)).toEqual(readValues(recipe));
    const copy = { Bucket, Key: filed?.objectKey };
    expect(await s3.send(new GetObjectTaggingCommand(copy))).toMatchObject({ TagSet: [] });
  },
);
