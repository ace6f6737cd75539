import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { TextractClient } from '@aws-sdk/client-textract';
import { onTestFinished } from 'vitest';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { awsReaders } from '#pipelines/extraction/aws-readers/aws-readers.ts';
import { ReaderError, type PagesRead, type ReaderJob, type Readers } from '#pipelines/extraction/readers.ts';

export const json = { 'content-type': 'application/json', 'x-amzn-requestid': 'request-1' };
export const noUsage = { model: 'a model', inputTokens: 0, outputTokens: 0, ms: 0 };

export const read: PagesRead = {
  fields: { number: { value: 'HPF-20413', confidence: 0.8, readBy: 'textract', page: 1, box: [0, 0, 1, 1] } },
  lineItems: [],
  missing: ['total'],
  text: [
    { text: 'Total due', page: 1, box: [0.6, 0.8, 0.1, 0.01] },
    { text: '120.50', page: 1, box: [0.7, 0.8, 0.1, 0.01] },
    { text: 'Pallets', page: 1, box: [0.1, 0.4, 0.1, 0.01] },
  ],
  usage: { pages: 1, ms: 0 },
};

export function aJob(over: Partial<ReaderJob> = {}): ReaderJob {
  return {
    bucket: 'a-bucket',
    key: 'documents/t/b/doc-1/a file (1).pdf',
    documentId: 'doc-1',
    run: 1,
    schema: { number: 'text', total: 'money' },
    retryCount: 0,
    reviewThreshold: 0.85,
    sleep: () => Promise.resolve(),
    signal: new AbortController().signal,
    ...over,
  };
}

interface HandMade {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function callsTool(name: string, input: unknown): HandMade {
  const content = [{ toolUse: { toolUseId: 'tool-1', name, input } }];
  const usage = { inputTokens: 900, outputTokens: 80, totalTokens: 980 };
  return {
    status: 200,
    body: { stopReason: 'tool_use', output: { message: { role: 'assistant', content } }, usage },
  };
}

export function says(text: string): object {
  return { stopReason: 'end_turn', output: { message: { role: 'assistant', content: [{ text }] } } };
}

/** Serves hand-made answers one after the other, and notes what it was asked. */
export async function onLoopback(
  answers: readonly HandMade[],
): Promise<{ readonly readers: Readers; readonly asked: readonly unknown[] }> {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
    request.on('end', () => {
      const answer = answers[asked.length];
      asked.push(JSON.parse(text));
      const id = { 'x-amzn-requestid': `request-${asked.length}` };
      const { status, body, headers } = answer ?? { status: 500, body: {} };
      response.writeHead(status, { 'content-type': 'application/json', ...id, ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const dispatch: Dispatch = async ({ path, headers, body }) => {
    const { host: _, 'content-length': __, ...rest } = headers;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: rest,
      body: new TextDecoder().decode(body),
    });
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: new Uint8Array(await answer.arrayBuffer()),
    };
  };
  return { readers: readersOver(dispatch), asked };
}

export function readersOver(dispatch: Dispatch, now = (): number => 0): Readers {
  const config = {
    region: 'local',
    endpoint: 'http://127.0.0.1:1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    requestHandler: requestHandler(dispatch),
    maxAttempts: 1,
  };
  return awsReaders({
    textract: new TextractClient(config),
    bedrock: new BedrockRuntimeClient(config),
    modelId: 'eu.anthropic.claude-haiku-4-5-20251001-v1:0',
    guardrail: { id: 'gr-1', version: '3' },
    now,
    unit: () => 0,
  });
}

export async function catchFailure(work: Promise<unknown>): Promise<ReaderError> {
  const outcome: unknown = await work.catch((error: unknown) => error);
  if (!(outcome instanceof ReaderError)) throw new Error(`No failure with a name: ${String(outcome)}`);
  return outcome;
}
