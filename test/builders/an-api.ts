import { PutItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { onTestFinished } from 'vitest';
import type { Caller } from '#pipelines/api/call.ts';
import { identifyByToken } from '#pipelines/api/identify.ts';
import { pipelineApi, type PipelineApiOptions } from '#pipelines/api/serve-api.ts';
import { signToken } from '#pipelines/api/sign-token.ts';
import { downloadCallHandlers } from '#pipelines/downloads/download-calls.ts';
import type { OfferedFile, Provider } from '#pipelines/downloads/provider.ts';
import { functions } from '#pipelines/functions.ts';
import type { PipelineClients, PipelineParts } from '#pipelines/parts.ts';
import { toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { drivenClock } from '#local/world/clock.ts';
import type { ApiOperation } from '#shared/pipeline-api/operation.ts';
import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import { startOfTime } from './a-pocket-aws.ts';
import { checkAnswer } from './check-api-answer.ts';
import { crowdedClients, permittedClients } from './clients-around.ts';
import { fakeReaders } from './fake-readers.ts';
import { runExtraction, type RunningExtraction } from './run-extraction.ts';

export interface SentCall {
  /** With null, no token is sent. */
  readonly as?: Caller | null;
  readonly token?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Is sent unchanged instead of a body in JSON. */
  readonly bytes?: Uint8Array;
  readonly key?: string;
  readonly ifMatch?: string | number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into answers of every shape
  readonly body: any;
}

export interface Api extends RunningExtraction {
  readonly secret: Uint8Array;
  readonly call: (name: OperationName, sent?: SentCall) => Promise<Answered>;
  /** Works like `call`, on an API with other parts or options. */
  callOn(
    other: { readonly parts?: Partial<PipelineParts>; readonly options?: Partial<PipelineApiOptions> },
    name: OperationName,
    sent?: SentCall,
  ): Promise<Answered>;
  readonly put: (item: PlainItem, table?: string) => Promise<void>;
  advance(seconds: number): Promise<void>;
}

export const admin: Caller = { sub: 'admin', name: 'Ines', role: 'admin', tenants: '*' };
export const reviewer: Caller = { sub: 'reviewer', name: 'Teo', role: 'reviewer', tenants: '*' };
export const support: Caller = { sub: 'support', name: 'Mira', role: 'support', tenants: '*' };

/**
 * Opens the pipeline API over pocket AWS with both pipelines deployed, on a clock that stands still. Every
 * answer in a test is compared with the OpenAPI description. With a `crowd`, simultaneous requests overlap,
 * in a different order for each crowd. Calls that the API's role does not allow are refused.
 */
export async function anApi({
  crowd,
  dynamodb,
  around = (clients) => clients,
}: {
  readonly crowd?: string;
  /** Replaces pocket AWS's DynamoDB. The tables must be there. */
  readonly dynamodb?: DynamoDBClient;
  /** Wraps the clients of the API's own calls. */
  readonly around?: (clients: PipelineClients) => PipelineClients;
} = {}): Promise<Api> {
  const running = await runExtraction({
    clock: drivenClock(startOfTime),
    readers: fakeReaders(),
    isFollowing: false,
  });
  onTestFinished(() => running.aws.close());
  const { aws } = running;
  const parts =
    dynamodb === undefined
      ? running.parts
      : { ...running.parts, clients: { ...running.parts.clients, dynamodb } };
  const openApi = (on: PipelineParts, options: Partial<PipelineApiOptions> = {}) =>
    pipelineApi(on, {
      identify: identifyByToken(on, secret),
      downloads: downloadCallHandlers(parts, provider),
      ...options,
    });
  const permitted = permittedClients(parts.clients, functions.serveApi);
  const clients = around(crowd === undefined ? permitted : crowdedClients(permitted, crowd));
  const api = openApi({ ...parts, clients });
  const tokens = new Map<Caller, Promise<string>>();
  let keys = 0;

  function issueToken(caller: Caller): Promise<string> {
    const times = { issuedAt: startOfTime, expiresAt: startOfTime + 365 * 86_400_000 };
    const token = tokens.get(caller) ?? signToken(secret, caller, times);
    tokens.set(caller, token);
    return token;
  }

  async function send(
    to: typeof api,
    name: OperationName,
    { as = admin, token, key, ifMatch, ...sent }: SentCall,
  ): Promise<Answered> {
    const { method, path, changes }: ApiOperation = operations[name];
    const bearer = token ?? (as === null ? undefined : await issueToken(as));
    const bytes = sent.bytes ?? (sent.body === undefined ? '' : JSON.stringify(sent.body));
    const { status, headers, body } = await to({
      method,
      path: filled(path, sent.params ?? {}),
      query: '',
      headers: {
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(changes && { 'idempotency-key': key ?? `key-${(keys += 1)}` }),
        ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
        ...(bytes.length > 0 && { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      body: Buffer.from(bytes),
    });
    const answer = { status, headers, text: body, body: JSON.parse(body) as unknown };
    checkAnswer(name, answer);
    return answer;
  }

  return {
    ...running,
    parts,
    secret,
    call: (name, sent = {}) => send(api, name, sent),
    callOn: (other, name, sent = {}) =>
      send(openApi({ ...parts, ...other.parts }, other.options), name, sent),
    async put(item, table = parts.names.extraction.table) {
      await parts.clients.dynamodb.send(new PutItemCommand({ TableName: table, Item: toItem(item) }));
    },
    advance: (seconds) => aws.advance(seconds * 1_000),
  };
}

const secret = new TextEncoder().encode('a secret of the tests, thirty-two bytes or more');

function filled(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

const offer: OfferedFile = {
  entity: 'trades',
  url: 'https://files.example/trades',
  encryptedAesKey: 'a2V5',
  encodedAesIv: 'aXY=',
};

/** The provider offers one file a day, and refuses every download. */
const provider: Provider = {
  listFiles: (date) => Promise.resolve(date === '2026-01-01' ? [] : [offer]),
  offerAgain: () => Promise.resolve(offer),
  fetch: () => Promise.resolve({ status: 403, body: new Uint8Array() }),
  unwrap: () => Promise.reject(new Error('No key was wrapped')),
};
