import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { compileFunction } from 'node:vm';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { functions } from '#pipelines/functions.ts';
import { toItem } from '#pipelines/plain-items.ts';
import { serveHttp } from '#local/aws/serve-http.ts';
import { fakeReaders } from '#test/builders/fake-readers.ts';
import { runExtraction, type RunningExtraction } from '#test/builders/run-extraction.ts';

const run = promisify(execFile);
const entries = Object.values(functions).map(({ entry }) => entry);

// The SDK, which Lambda has, is found above this folder.
mkdirSync('.cache', { recursive: true });
const folder = mkdtempSync('.cache/functions-');

beforeAll(async () => {
  await bundleTo(join(folder, 'one'));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe('the bundles of the functions', () => {
  it('are one script for each, with a handler that plain Node loads', async () => {
    // `bundled` lists the packages in each of them, and is not part of any.
    expect(readdirSync(join(folder, 'one')).toSorted()).toEqual(
      [...entries, 'package.json', 'bundled'].toSorted(),
    );
    for (const entry of entries) expect(readdirSync(join(folder, 'one', entry))).toEqual(['index.js']);
    const script = `
      const handlers = process.argv.slice(1).map((file) => typeof require(file).handler);
      process.stdout.write(JSON.stringify(handlers));`;
    const { stdout } = await run(process.execPath, ['-e', script, ...entries.map(findBundle)]);
    expect(JSON.parse(stdout)).toEqual(entries.map(() => 'function'));
  });

  it.each(entries)('of %s need nothing but Node and the SDK of the runtime', (entry) => {
    const script = readFileSync(findBundle(entry), 'utf8');
    // A comment of a library may show how it is required.
    const code = script.replaceAll(/^\s*\*.*$/gm, '');
    const needed = [...code.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map(([, name = '']) => name);
    expect(needed).toContain('@aws-sdk/client-dynamodb');
    expect(needed.filter((name) => !/^(?:node:|@aws-sdk\/|@smithy\/)/.test(name))).toEqual([]);
    expect(script).not.toMatch(/(?:from|import|require)\s*\(?\s*["']#/);
    // The bundler names the file of each part in a comment.
    const parts = [...script.matchAll(/^\/\/ ((?:shared|src-\w+)\/\S+)$/gm)].map(([, file = '']) => file);
    expect(parts).toContain(`src-pipelines/lambda/${entry}.ts`);
    expect(parts.filter((file) => !/^(?:shared|src-pipelines)\//.test(file))).toEqual([]);
    // Only downloads need KMS, and a client that is not needed would slow down each start.
    expect(needed.includes('@aws-sdk/client-kms')).toBe(withProvider.has(entry));
  });

  it('have the same bytes when they are built again', async () => {
    await bundleTo(join(folder, 'two'));
    expect(entries.map((entry) => hash('two', entry))).toEqual(entries.map((entry) => hash('one', entry)));
  }, 60_000);
});

describe('a function in a container', () => {
  it('takes a batch from the API to its execution', async () => {
    const { extraction, invoke } = await anAccount();
    const { result: submitted, counts: read } = await invoke('serve-api', {
      ...apiEvent('POST', '/v1/batches'),
      body: JSON.stringify({
        tenantId: 'northwind',
        projectId: 'freight',
        workflowId: 'invoices',
        documents: [{ fileName: 'one.pdf' }],
      }),
    });
    expect(submitted).toMatchObject({ statusCode: 202, isBase64Encoded: false });
    expect(read).toMatchObject({ 'extraction.workflowById': 1 });
    const { batch, documents } = JSON.parse((submitted as { readonly body: string }).body) as {
      readonly batch: { readonly batchId: string };
      readonly documents: readonly { readonly documentId: string }[];
    };
    const key = `documents/northwind/${batch.batchId}/${documents[0]?.documentId}/one.pdf`;
    const records = await upload(extraction, key);
    const { result, counts } = await invoke('ingest-files', { Records: records });
    expect(result).toEqual({ batchItemFailures: [] });
    expect(counts).not.toHaveProperty('other');

    const { result: listed } = await invoke('list-documents', {
      keys: { PK: 'TENANT#northwind#PROJECT#freight', SK: `BATCH#${batch.batchId}` },
      executionName: `${batch.batchId}-r1`,
    });
    expect(listed).toMatchObject({ batch: { batchId: batch.batchId }, run: 1 });
  }, 60_000);

  it('knows no caller that the authorizer does not name, and answers the open calls to all', async () => {
    const { invoke } = await anAccount();
    const headers = { authorization: 'Bearer e30.e30.e30' };
    const { authorizer: _, ...requestContext } = apiEvent('GET', '/me').requestContext;
    const asked = await invoke('serve-api', { ...apiEvent('GET', '/me'), headers, requestContext });
    expect(asked.result).toMatchObject({ statusCode: 401 });
    for (const path of ['/v1/health', '/v1/openapi.json', '/health']) {
      const { result } = await invoke('serve-api', { ...apiEvent('GET', path), requestContext });
      expect(result).toMatchObject({ statusCode: 200 });
    }
  }, 60_000);

  it('delivers a webhook, and a message that it cannot deliver comes again', async () => {
    const { invoke } = await anAccount();
    const received: string[] = [];
    const customer = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => received.push(chunk.toString('utf8')));
      request.on('end', () => response.writeHead(request.url === '/gone' ? 410 : 204).end());
    });
    await new Promise<void>((listening) => customer.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void customer.close());
    const url = `http://127.0.0.1:${(customer.address() as AddressInfo).port}`;
    const about = { tenantId: 'northwind', batchId: 'batch-1', run: 1, status: 'SUCCEEDED', counts: {} };
    const { result } = await invoke('deliver-webhook', {
      Records: [
        aRecord('m-1', { ...about, url: `${url}/hook` }),
        aRecord('m-2', { ...about, url: `${url}/gone` }),
      ],
    });
    expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: 'm-2' }] });
    expect(received).toHaveLength(2);
  }, 60_000);

  it('runs on a schedule', async () => {
    const { invoke } = await anAccount();
    const { counts } = await invoke('sweep-status-index', { 'detail-type': 'Scheduled Event' });
    expect(counts).toEqual({ 'extraction.tenants': 1, 'extraction.batchesByStatus': 1 });
  }, 60_000);

  it('says which setting it lacks', async () => {
    const { invoke } = await anAccount();
    await expect(invoke('list-documents', {}, { STAGE: '' })).rejects.toThrow(
      /The function's environment has no STAGE/,
    );
  }, 60_000);
});

describe('a bundle in another place than Lambda', () => {
  it('has the time, the environment, the network and AWS that it is given there', async () => {
    const { clients, parts } = (await anAccount()).extraction;
    const posted: string[] = [];
    const time = Date.UTC(2026, 0, 5, 9);
    const printed: string[] = [];
    const given = {
      require: (name: string): object => ({
        ...(load(name) as object),
        ...(name === '@aws-sdk/client-dynamodb' && {
          DynamoDBClient: function make() {
            return clients.dynamodb;
          },
        }),
      }),
      exports: {} as { handler?: (event: object, context: object) => Promise<unknown> },
      process: { env: { STAGE: 'sandbox', AWS_REGION: 'local' } },
      Date: class extends Date {
        static override now = () => time;
      },
      fetch: (url: string) => {
        posted.push(url);
        return Promise.resolve(new Response(null, { status: 204 }));
      },
      setTimeout: () => 1,
      clearTimeout: () => undefined,
      console: { log: (line: string) => printed.push(line) },
    };
    const script = readFileSync(findBundle('deliver-webhook'), 'utf8');
    compileFunction(script, Object.keys(given))(...Object.values(given));

    const about = { tenantId: 'northwind', batchId: 'batch-1', run: 1, status: 'SUCCEEDED', counts: {} };
    const message = { ...about, url: 'https://hooks.example/' };
    const invokedFunctionArn = `arn:aws:lambda:${parts.region}:${parts.account}:function:any`;
    expect(
      await given.exports.handler?.(
        { Records: [aRecord('m-1', message)] },
        { invokedFunctionArn, getRemainingTimeInMillis: () => 30_000 },
      ),
    ).toEqual({ batchItemFailures: [] });
    expect(posted).toEqual(['https://hooks.example/']);
    const { Item } = await clients.dynamodb.send(
      new GetItemCommand({
        TableName: parts.names.extraction.table,
        Key: toItem(keyOf.delivery('northwind', 'batch-1', 'm-1')),
      }),
    );
    expect(Item?.['updatedAt']).toEqual({ S: '2026-01-05T09:00:00.000Z' });
    // It only writes.
    expect(printed).toEqual([]);
  });
});

const load = createRequire(import.meta.url);

const withProvider = new Set(['serve-api', 'download-file', 'poll-provider', 'check-downloads']);

function findBundle(entry: string): string {
  return resolve(folder, 'one', entry, 'index.js');
}

function hash(build: string, entry: string): string {
  return createHash('sha256')
    .update(readFileSync(join(folder, build, entry, 'index.js')))
    .digest('hex');
}

/** Builds in a process of its own, because a bundler sets NODE_ENV for the whole process. */
async function bundleTo(target: string): Promise<void> {
  await run(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'scripts/bundle-functions.ts', target]);
}

interface Invoked {
  readonly result: unknown;
  /** How often each query pattern was asked, as the function has printed it. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Opens an account on this machine, with a tenant, and functions that find it by their environment alone. */
async function anAccount(): Promise<{
  readonly extraction: RunningExtraction;
  readonly invoke: (entry: string, event: object, more?: Record<string, string>) => Promise<Invoked>;
}> {
  const extraction = await runExtraction({ readers: fakeReaders(), isFollowing: false });
  onTestFinished(() => extraction.aws.close());
  await extraction.plant({ tenantId: 'northwind', projectId: 'freight', workflowId: 'invoices' });
  const service = await serveHttp(extraction.aws.dispatch, { port: 0 });
  onTestFinished(() => service.close());
  const { region, account } = extraction.parts;
  const environment = {
    STAGE: 'sandbox',
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL: `http://127.0.0.1:${service.port}`,
  };
  return {
    extraction,
    async invoke(entry, event, more = {}) {
      const script = `
        const [file, event, invokedFunctionArn] = process.argv.slice(1);
        const context = { invokedFunctionArn, getRemainingTimeInMillis: () => 30_000 };
        require(file)
          .handler(JSON.parse(event), context)
          .then((result) => process.stdout.write(JSON.stringify({ result: result ?? null })));`;
      const { stdout } = await run(
        process.execPath,
        [
          '-e',
          script,
          findBundle(entry),
          JSON.stringify(event),
          `arn:aws:lambda:${region}:${account}:function:${entry}`,
        ],
        { env: { ...environment, ...more } },
      );
      const lines = stdout.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
      const { result } = lines.pop() ?? {};
      return { result, counts: Object.fromEntries(lines.map(({ Pattern, Count }) => [Pattern, Count])) };
    },
  };
}

function apiEvent(method: string, rawPath: string) {
  const claims = { sub: 'user-1', name: 'Ines', role: 'admin', tenants: '[northwind]' };
  return {
    version: '2.0',
    rawPath,
    rawQueryString: '',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'key-1' },
    requestContext: { stage: '$default', http: { method }, authorizer: { jwt: { claims } } },
  };
}

/** Puts a file into its place, and returns S3's event as SQS gives it to Lambda. */
async function upload({ clients, parts }: RunningExtraction, Key: string) {
  const { documentsBucket, documentQueue } = parts.names.extraction;
  await clients.s3.send(new PutObjectCommand({ Bucket: documentsBucket, Key, Body: 'a file' }));
  const { Messages = [] } = await clients.sqs.send(
    new ReceiveMessageCommand({ QueueUrl: documentQueue, MaxNumberOfMessages: 10 }),
  );
  return Messages.map(({ MessageId = '', Body = '' }) => aRecord(MessageId, JSON.parse(Body)));
}

function aRecord(messageId: string, body: unknown) {
  return {
    messageId,
    body: JSON.stringify(body),
    attributes: { ApproximateReceiveCount: '1', SentTimestamp: '1767603600000' },
    eventSourceARN: 'arn:aws:sqs:eu-central-1:000000000000:any',
  };
}
