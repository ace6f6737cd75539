import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dynamodbLocal } from './dynamodb-local.ts';
import { freePort } from './free-port.ts';
import { cacheFolder, type RunningOracle } from './oracle.ts';
import { pythonEnvironment } from './python-environment.ts';
import { startServer } from './server-process.ts';

export const localstackVersion = '2026.3.0';
const folder = join(cacheFolder, `localstack-${localstackVersion}`);

/** Every package is listed there, so pip need not work out which versions fit each other. */
const requirements = ['--no-deps', '-r', 'scripts/oracles/localstack/requirements.txt'];

/**
 * Starts LocalStack's core from PyPI (https://pypi.org/project/localstack-core), which needs no Docker but for Lambda
 * and fetches a DynamoDB Local of its own; `localstack/start_localstack.py` gives it both. It is not one of the oracles
 * of the conformance table, because it is started for whole stacks.
 */
export async function startLocalStack(endpoints: Readonly<Record<string, string>>): Promise<RunningOracle> {
  const binaries = pythonEnvironment(folder, requirements, 13);
  dynamodbLocal.install();
  const dynamodb = await dynamodbLocal.start();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({
    name: 'LocalStack',
    command: join(binaries, 'python'),
    args: ['scripts/oracles/localstack/start_localstack.py'],
    port,
    env: {
      ...endpoints,
      GATEWAY_LISTEN: `127.0.0.1:${port}`,
      LOCALSTACK_HOST: `127.0.0.1:${port}`,
      SQS_ENDPOINT_STRATEGY: 'path',
      DISABLE_EVENTS: '1',
      SKIP_SSL_CERT_DOWNLOAD: '1',
      ACTIVATE_PRO: '0',
      PROOF_ENDPOINT: url,
      PROOF_DYNAMODB_PORT: new URL(dynamodb.url).port,
      NODE_PATH: join(process.cwd(), 'node_modules'),
    },
    log: join(cacheFolder, 'log', 'localstack.log'),
  });
  await waitUntilReady(url);
  return {
    url,
    async stop() {
      await server.stop();
      await dynamodb.stop();
    },
  };
}

async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const answer = await fetch(`${url}/_localstack/health`).catch(() => undefined);
    if (answer?.ok) return;
    await wait(200);
  }
  throw new Error(`LocalStack listens at ${url} and does not say that it is ready`);
}
