import { createServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { PutItemCommand, DynamoDBClient, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { drawSheet } from '#local/world/sheets/draw-sheet.ts';
import { buildSchema } from '#local/world/sheets/fields.ts';
import { recipeText } from '#local/world/sheets/recipe-text.ts';
import type { Defect, SheetRecipe } from '#local/world/sheets/sheet.ts';
import { accountRegion, serveLocal } from '../serve-local.ts';

export interface DrawnFile {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** The services that read documents, and the sheets that they can read. */
export interface Reading {
  /** The addresses of Textract and of Bedrock, as the SDK takes them from the environment. */
  readonly endpoints: Readonly<Record<string, string>>;
  readonly schema: Readonly<Record<string, string>>;
  draw(fileName: string): Promise<DrawnFile>;
  /** Shows the readers a file and the items that belong to it, since they have no road to another account. */
  show(
    key: string,
    file: DrawnFile,
    items: readonly Readonly<Record<string, AttributeValue>>[],
  ): Promise<void>;
  readonly stop: () => Promise<void>;
}

const { table: TableName, documentsBucket: Bucket } = namesByConvention('sandbox').extraction;

/** The defect of a sheet follows from the name of its file: "throttled.pdf". */
const defects: Readonly<Record<string, Defect>> = {
  'corrupt.pdf': 'corrupt',
  'guardrail.pdf': 'guardrail',
  'unsure.pdf': 'unsure',
};

/** The SDK speaks HTTP/2 with Bedrock, as AWS does; the embedded AWS does not, so its requests are passed on. */
async function serveHttp2(to: string): Promise<{ readonly address: string; readonly close: () => void }> {
  const answer = async (
    request: Http2ServerRequest,
    response: Http2ServerResponse,
    asked: Buffer,
  ): Promise<void> => {
    try {
      const { status, headers, body } = await passOn(to, request, asked);
      response.writeHead(status, headers).end(body);
    } catch {
      response.destroy();
    }
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void answer(request, response, Buffer.concat(chunks));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function passOn(
  to: string,
  { method, url, headers }: Http2ServerRequest,
  body: Buffer,
): Promise<{ readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer }> {
  const { authorization = '', 'content-type': type = '', 'x-amz-date': date } = headers;
  const answer = await fetch(`${to}${url}`, {
    method,
    headers: { authorization, 'content-type': type, 'x-amz-date': String(date) },
    body: new Uint8Array(body),
  });
  const kept = [...answer.headers].filter(([name]) => name.startsWith('x-amzn') || name === 'content-type');
  return {
    status: answer.status,
    headers: Object.fromEntries(kept),
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

/** Opens the embedded Textract and Bedrock on a port of their own. No implementation that is not ours reads documents. */
export async function openReading(): Promise<Reading> {
  const local = await serveLocal('out');
  const http2 = await serveHttp2(local.address);
  const config = {
    endpoint: local.address,
    region: accountRegion,
    credentials: { accessKeyId: 'proof', secretAccessKey: 'proof' },
  };
  const s3 = new S3Client({ ...config, forcePathStyle: true });
  const dynamodb = new DynamoDBClient(config);
  return {
    endpoints: {
      AWS_ENDPOINT_URL_TEXTRACT: local.address,
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: http2.address,
    },
    schema: buildSchema('invoice', 'freight'),
    async draw(fileName) {
      const defect = defects[fileName];
      const recipe: SheetRecipe = {
        kind: 'invoice',
        layout: 1,
        pages: fileName.startsWith('long') ? 3 : 1,
        isScanned: false,
        about: 'freight',
        dated: '2026-11-12',
        recipient: 'Acme',
        seed: fileName,
        ...(defect && { defect }),
      };
      const headers = { 'content-type': 'application/pdf', 'x-amz-meta-sheet': recipeText(recipe) };
      return { body: Buffer.from(await drawSheet(recipe)), headers };
    },
    async show(Key, { body, headers }, items) {
      for (const Item of items) await dynamodb.send(new PutItemCommand({ TableName, Item }));
      const Metadata = { sheet: headers['x-amz-meta-sheet'] ?? '' };
      await s3.send(new PutObjectCommand({ Bucket, Key, Body: body, Metadata }));
    },
    async stop() {
      http2.close();
      await local.stop();
    },
  };
}
