import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { httpProvider } from '../downloads/http-provider.ts';
import type { Provider } from '../downloads/provider.ts';
import type { Model } from '../extraction/aws-readers/ask-model.ts';
import type { PageReader } from '../extraction/aws-readers/read-pages.ts';
import type { PipelineClients, PipelineParts } from '../parts.ts';
import type { Container, LambdaContext } from './handlers.ts';
import { queryCounts, type QueryCounts } from './query-patterns.ts';

/**
 * The container that a function runs in on AWS. Time, dice, the environment and the network are reached here and in no
 * other file, by their global names, so that the sandbox can run the same bundles with its own.
 */
export const container: Container = {
  async run(context, work) {
    const { parts, counts } = (opened ??= openParts(context));
    const { signal, release } = abortBeforeEnd(context);
    try {
      return await work({ parts, sleep: (ms) => sleep(ms, signal), signal });
    } finally {
      release();
      const lines = counts.takeLines({ stage: readSetting('STAGE'), now: Date.now() });
      // oxlint-disable-next-line no-console -- CloudWatch makes metrics of what a function prints in this form
      for (const line of lines) console.log(line);
    }
  },
};

/** AWS keeps one container for one invocation at a time, and reuses it: connections are worth keeping. */
let opened: Opened | undefined;

interface Opened {
  readonly parts: PipelineParts;
  readonly counts: QueryCounts;
}

function openParts({ invokedFunctionArn }: LambdaContext): Opened {
  const [, , , region = '', account = ''] = invokedFunctionArn.split(':');
  const clients = openClients();
  const names = namesByConvention(readSetting('STAGE'));
  const counts = queryCounts(names);
  counts.listenTo(clients.dynamodb);
  const parts: PipelineParts = {
    clients,
    names,
    region,
    account,
    now: () => Date.now(),
    dice: {
      unit: drawUnit,
      hex: (digits) =>
        randomBytes(Math.ceil(digits / 2))
          .toString('hex')
          .slice(0, digits),
      uuid: () => randomUUID(),
    },
    pause: (attempt) => sleep(Math.min(longestPause, 2 ** attempt * (0.5 + randomInt(1_000) / 2_000))),
    post,
  };
  return { parts, counts };
}

/** In milliseconds. Other writers of the same item need a few at most. */
const longestPause = 200;

function openClients(): PipelineClients {
  return {
    dynamodb: new DynamoDBClient({}),
    sqs: new SQSClient({}),
    s3: new S3Client({}),
    sfn: new SFNClient({}),
    cloudwatch: new CloudWatchClient({}),
  };
}

function readSetting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(`The function's environment has no ${name}. Set it where the function is deployed.`);
  }
  return value;
}

/** In milliseconds. A customer's endpoint takes a message and does its work afterwards. */
const longestPost = 10_000;

async function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number }> {
  return withinTime(longestPost, async (signal) => {
    // A redirect would send what is meant for one address to another.
    const { status, body: answer } = await fetch(url, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
      signal,
    });
    await answer?.cancel();
    return { status };
  });
}

async function withinTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`No answer within ${ms / 1_000} s`)), ms);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** In milliseconds, to store the failure before AWS ends the function without a word. */
const reserve = 1_000;

function abortBeforeEnd(context: LambdaContext): {
  readonly signal: AbortSignal;
  readonly release: () => void;
} {
  const controller = new AbortController();
  const left = Math.max(0, context.getRemainingTimeInMillis() - reserve);
  const timer = setTimeout(() => controller.abort(new OutOfTime()), left);
  return { signal: controller.signal, release: () => clearTimeout(timer) };
}

class OutOfTime extends Error {
  override readonly name = 'FunctionOutOfTime';

  constructor() {
    super('The function was about to run out of its time');
  }
}

/** Ends early, and without an error, when the signal aborts. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}

/** The environment tells the readers of documents which model and guardrail to use. */
export function readReaderSettings(): Pick<Model & PageReader, 'modelId' | 'guardrail' | 'now' | 'unit'> {
  return {
    modelId: readSetting('MODEL_ID'),
    guardrail: { id: readSetting('GUARDRAIL_ID'), version: readSetting('GUARDRAIL_VERSION') },
    now: () => Date.now(),
    unit: drawUnit,
  };
}

function drawUnit(): number {
  return randomInt(2 ** 47) / 2 ** 47;
}

/** Needs its settings at the first call: a deployment without downloads has an API all the same. */
export function openProvider(): Provider {
  let provider: Provider | undefined;
  const open = (): Provider =>
    (provider ??= httpProvider({
      url: readSetting('PROVIDER_URL'),
      keyId: readSetting('PROVIDER_KEY_ID'),
      kms: new KMSClient({}),
      fetch: (url, init) => fetch(url, init),
      withinTime,
    }));
  return {
    listFiles: async (date) => open().listFiles(date),
    offerAgain: async (entity, date) => open().offerAgain(entity, date),
    fetch: async (url) => open().fetch(url),
    unwrap: async (encryptedAesKey) => open().unwrap(encryptedAesKey),
  };
}

/** Returns who may call the API, for `parseIdentities`. A deployment may leave it out. */
export function readIdentities(): string | undefined {
  return process.env['API_IDENTITIES'];
}

/** The id is the one that the caller was given. */
export function reportDefect(error: unknown, requestId: string): void {
  // oxlint-disable-next-line no-console -- what a function prints is its log
  console.error(JSON.stringify({ requestId, error: error instanceof Error ? error.stack : String(error) }));
}
