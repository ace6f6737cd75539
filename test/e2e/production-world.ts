import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountRegion, serveLocal } from '#scripts/serve-local.ts';
import { freshHome, startConsole } from '#scripts/start-console.ts';
import type { RunningConsole } from '#scripts/start-console.ts';

export interface World {
  readonly account: string;
  readonly tables: { readonly extraction: string };
  readonly bucket: string;
  readonly queues: Readonly<Record<'document' | 'webhook', { url: string; deadLetterUrl: string }>>;
  readonly personas: readonly { readonly role: string; readonly token: string }[];
}

export interface Production extends RunningConsole {
  /** This queue holds its dead letters. */
  readonly queue: string;
}

export const productionName = 'Northern prod';

/**
 * Starts a console as an admin on an account reached over HTTP, through a connection marked as production.
 */
export async function startProduction(more: object = {}): Promise<Production> {
  const served = await serveLocal();
  const home = freshHome();
  const { connection, queue, env } = await asProduction(served.address, more);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections: [connection] }));
  const console = await startConsole({ home, flags: ['--connection', connection.id], env });
  return {
    ...console,
    queue,
    async stop() {
      await console.stop();
      await served.stop();
    },
  };
}

async function asProduction(address: string, more: object) {
  const world = (await (await fetch(`${address}/_local/world`)).json()) as World;
  const token = world.personas.find(({ role }) => role === 'admin')?.token ?? '';
  const endpoints = Object.fromEntries(
    ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts'].map((service) => [service, address]),
  );
  const queue = readName(world.queues.document.deadLetterUrl);
  return {
    queue,
    connection: {
      id: 'northern',
      name: productionName,
      environment: 'production',
      aws: {
        region: accountRegion,
        accountId: world.account,
        profile: { fromEnvironment: true },
        endpoints,
      },
      pipelineApi: {
        baseUrl: `${address}/pipeline/v1`,
        auth: { kind: 'bearer', tokenFromEnvironment: 'PIPELINE_TOKEN' },
      },
      extraction: {
        table: world.tables.extraction,
        documentsBucket: world.bucket,
        documentQueue: readName(world.queues.document.url),
        documentDeadLetterQueue: queue,
        webhookQueue: readName(world.queues.webhook.url),
        webhookDeadLetterQueue: readName(world.queues.webhook.deadLetterUrl),
      },
      ...more,
    },
    env: { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any', PIPELINE_TOKEN: token },
  };
}

function readName(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
