import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openConsole } from '#main/compose/open-console.ts';
import type { InputOf, OperationName, OutputOf } from '#shared/contract/contract.ts';
import type { Receipt, Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { askedPath, type Asked } from './count-asked.ts';
import { nameQueues } from './scaled-ids.ts';

export interface Answered<N extends OperationName> {
  readonly value: OutputOf<N>;
  readonly receipt: Receipt | undefined;
}

export type Ask = <N extends OperationName>(operation: N, input: InputOf<N>) => Promise<Answered<N>>;

export interface ScaledConsole {
  readonly ask: Ask;
  readonly close: () => Promise<void>;
}

interface DescribedWorld {
  readonly account: string;
  readonly personas: readonly { readonly id: string; readonly token: string }[];
}

/** Writes a home folder whose only connection is the served AWS, with the queues that hold so many messages. */
export async function homeOn(address: string, number: number | undefined) {
  const world = (await (await fetch(`${address}/_local/world`)).json()) as DescribedWorld;
  mkdirSync('.cache/bench', { recursive: true });
  const home = mkdtempSync('.cache/bench/scaled-');
  const services = ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts'];
  const connection = {
    id: 'scaled',
    name: 'Scaled',
    environment: 'staging',
    stage: 'sandbox',
    aws: {
      region: 'eu-west-1',
      accountId: world.account,
      profile: { fromEnvironment: true },
      endpoints: Object.fromEntries(services.map((service) => [service, address])),
    },
    pipelineApi: {
      baseUrl: `${address}/pipeline/v1`,
      auth: { kind: 'bearer', tokenFromEnvironment: 'PIPELINE_TOKEN' },
    },
    ...(number !== undefined && { extraction: nameQueues(number) }),
  };
  writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections: [connection] }));
  writeFileSync(join(home, 'preferences.json'), JSON.stringify({ welcomed: 'yes' }));
  const env = {
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'example',
    PIPELINE_TOKEN: world.personas.find(({ id }) => id === 'admin')?.token ?? '',
  };
  return { home, connectionId: connection.id, env };
}

/** Opens a whole console, as the hosts do, on the served AWS over HTTP. */
export async function scaledConsole(address: string, number: number | undefined): Promise<ScaledConsole> {
  const { home, connectionId, env } = await homeOn(address, number);
  Object.assign(process.env, env);
  const opened = await openConsole({ host: 'browser', home, connection: connectionId, version: '0' });
  const caller = { trusted: true, host: 'browser', id: 'scale' } as const;
  await new Promise<void>((resolve) => {
    opened.gate.watch(caller, { operation: 'session.watch', input: {} }, (result) => {
      if (result.ok && (result.value as Session).who !== null) resolve();
    });
  });
  let keys = 0;
  return {
    async ask(operation, input) {
      keys += 1;
      const request = { operation, input, idempotencyKey: `key-of-scale-${keys}` };
      const answer = (await opened.gate.call(caller, request)) as Result<OutputOf<typeof operation>>;
      if (!answer.ok) throw new Error(`${operation}: ${JSON.stringify(answer.failure)}`);
      return { value: answer.value, receipt: answer.receipt };
    },
    async close() {
      await opened.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Returns what the served AWS counted since the last time. */
export async function askedSince(address: string): Promise<Asked> {
  return (await (await fetch(`${address}${askedPath}`)).json()) as Asked;
}
