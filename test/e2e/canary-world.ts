import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshHome, startConsole } from '#scripts/start-console.ts';
import type { RunningConsole } from '#scripts/start-console.ts';
import { buildCanaries, marks, type Canary } from '#test/builders/canary/canaries.ts';

export interface CanaryConsole {
  readonly host: RunningConsole;
  readonly dynamodb: DynamoDBClient;
  readonly sqs: SQSClient;
  /** The console signs in with these, and none of them may be seen anywhere. */
  readonly credentials: readonly Canary[];
  stop(): Promise<void>;
}

interface World {
  readonly account: string;
  readonly personas: readonly { readonly id: string; readonly token: string }[];
}

/**
 * Starts an account on this machine and a console that signs in to it with the keys and the token to search
 * for.
 */
export async function startCanaryConsole(): Promise<CanaryConsole> {
  const accountHome = freshHome();
  const local = spawn(
    process.execPath,
    ['out-test/main/local.js', '--home', accountHome, '--region', 'eu-west-1'],
    {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    },
  );
  const [line] = (await once(local.stdout ?? local, 'data')) as [Buffer];
  const address = /^ready (\S+)\n$/.exec(line.toString())?.[1] ?? '';
  const world = (await (await fetch(`${address}/_local/world`)).json()) as World;
  const token = world.personas.find(({ id }) => id === 'admin')?.token ?? '';
  const home = freshHome();
  const profiles = freshHome();
  mkdirSync(profiles, { recursive: true });
  writeFileSync(join(profiles, 'credentials'), credentials);
  writeFileSync(
    join(profiles, 'config'),
    `[profile operator]\nrole_arn = arn:aws:iam::${world.account}:role/Operator\nrole_session_name = mira\nsource_profile = base\n`,
  );
  writeFileSync(join(home, 'connections.json'), JSON.stringify(describeConnections(world, address)));
  const host = await startConsole({
    home,
    flags: ['--connection', 'staging'],
    env: {
      AWS_CONFIG_FILE: join(profiles, 'config'),
      AWS_SHARED_CREDENTIALS_FILE: join(profiles, 'credentials'),
      SLUICE_TEST_TOKEN: token,
    },
  });
  const client = {
    endpoint: address,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
  };
  const dynamodb = new DynamoDBClient(client);
  const sqs = new SQSClient({ ...client, useQueueUrlAsEndpoint: false });
  return {
    host,
    dynamodb,
    sqs,
    credentials: buildCanaries('token of the API', 'admin', token),
    async stop() {
      dynamodb.destroy();
      sqs.destroy();
      await host.stop();
      local.kill('SIGTERM');
      await once(local, 'exit');
      for (const folder of [accountHome, profiles]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

const credentials = `[base]
aws_access_key_id = ${marks['access key id']}EXAMPLE2
aws_secret_access_key = ${marks['secret access key']}/k+${'s'.repeat(20)}=
aws_session_token = ${marks['session token']}//${'t'.repeat(200)}==
`;

function describeConnections({ account }: World, address: string): object {
  const services = ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts'];
  const endpoints = Object.fromEntries(services.map((service) => [service, address]));
  const auth = { kind: 'bearer', tokenFromEnvironment: 'SLUICE_TEST_TOKEN' };
  const staging = {
    id: 'staging',
    name: 'Staging',
    environment: 'staging',
    stage: 'sandbox',
    aws: { region: 'eu-west-1', accountId: account, profile: 'operator', endpoints },
    pipelineApi: { baseUrl: `${address}/pipeline/v1`, auth },
  };
  return { connections: [staging] };
}
