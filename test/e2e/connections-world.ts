import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serveLocal } from '#scripts/serve-local.ts';
import { freshHome, startConsole } from '#scripts/start-console.ts';
import type { RunningConsole } from '#scripts/start-console.ts';
import type { World } from './production-world.ts';

export interface ConnectionsWorld extends RunningConsole {
  /** The person signs in with this token, which may not be seen anywhere. */
  readonly token: string;
  /** Edits the file of connections as a person would by hand. */
  writeFile(change: (connections: readonly object[]) => readonly object[]): void;
}

/** Starts a console with a connection to an account that denies alarms, and one with the wrong account id. */
export async function startConnections(): Promise<ConnectionsWorld> {
  const served = await serveLocal();
  const door = await denying('DescribeAlarms', served.address);
  const world = (await (await fetch(`${served.address}/_local/world`)).json()) as World;
  const token = world.personas.find(({ role }) => role === 'support')?.token ?? '';
  const connections = connectionsAt(door.address, served.address, world.account);
  const home = freshHome();
  const write = (entries: readonly object[]): void =>
    writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections: entries }));
  write(connections);
  const env = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any', PIPELINE_TOKEN: token };
  const console = await startConsole({ home, env });
  return {
    ...console,
    token,
    writeFile: (change) => write(change(connections)),
    async stop() {
      await console.stop();
      await door.stop();
      await served.stop();
    },
  };
}

function connectionsAt(address: string, apiAddress: string, accountId: string) {
  const services = ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts'];
  const aws = {
    region: 'eu-west-1',
    accountId,
    profile: { fromEnvironment: true },
    endpoints: Object.fromEntries(services.map((service) => [service, address])),
  };
  const pipelineApi = {
    baseUrl: `${apiAddress}/pipeline/v1`,
    auth: { kind: 'bearer', tokenFromEnvironment: 'PIPELINE_TOKEN' },
  };
  return [
    {
      id: 'northern',
      name: 'Northern staging',
      environment: 'staging',
      stage: 'sandbox',
      aws,
      pipelineApi,
      // This is on purpose not the queue that the document queue sends its dead letters to.
      extraction: { documentDeadLetterQueue: 'autowired-webhooks-dlq-sandbox' },
      funds: { table: 'autowired-sandbox' },
    },
    {
      id: 'other',
      name: 'Another account',
      environment: 'production',
      stage: 'sandbox',
      aws: { ...aws, accountId: '111122223333' },
    },
  ];
}

/** Passes requests on to the account, except for one operation that its policies deny. */
async function denying(operation: string, account: string) {
  const server = createServer((asked, answer) => {
    const target = String(asked.headers['x-amz-target'] ?? '');
    if (target.endsWith(`.${operation}`)) {
      answer.writeHead(403, { 'content-type': 'application/x-amz-json-1.0' });
      answer.end(JSON.stringify({ __type: 'AccessDeniedException', message: denied(operation) }));
      return;
    }
    const { method, headers, url = '/' } = asked;
    const passed = request(new URL(url, account), { method, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      came.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function denied(operation: string): string {
  return `User: arn:aws:iam::000000000000:user/sandbox is not authorized to perform: cloudwatch:${operation}`;
}
