import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { serveHttp } from '#local/aws/serve-http.ts';
import type { WireRequest, WireResponse } from '#local/aws/protocol/wire.ts';
import { freshHome, startConsole } from '#scripts/start-console.ts';
import type { RunningConsole } from '#scripts/start-console.ts';
import type { Role } from '#shared/contract/define.ts';
import { deploySandbox } from '#test/builders/deploy-sandbox.ts';

const account = '111122223333';
const region = 'eu-west-1';

/** The name of the connection that is signed in to as a person of this role. */
export const connectionNames: Readonly<Record<Role, string>> = {
  support: 'New account, support',
  reviewer: 'New account, reviewer',
  admin: 'New account, admin',
};

/**
 * Starts a console on an account where the pipelines were deployed and nothing was processed yet: every table, queue and
 * alarm is there, and none of them holds anything. It has a connection for each role.
 */
export async function startEmptyAccount(): Promise<RunningConsole> {
  const aws = pocketAws({ account, region });
  await deploySandbox(aws);
  const server = await serveHttp((request, signal) => aws.dispatch(request, signal), {
    port: 0,
    also: (request) => answerWhoAsks(request),
  });
  const address = `http://127.0.0.1:${String(server.port)}`;
  const home = freshHome();
  writeFileSync(
    join(home, 'connections.json'),
    JSON.stringify({ connections: roles.map((role) => connectionAs(role, address)) }),
  );
  const console = await startConsole({
    home,
    flags: ['--connection', 'support'],
    env: {
      AWS_ACCESS_KEY_ID: 'any',
      AWS_SECRET_ACCESS_KEY: 'any',
      ...Object.fromEntries(roles.map((role) => [tokenVariable(role), role])),
    },
  });
  return {
    ...console,
    async stop() {
      await console.stop();
      await server.close();
      aws.close();
    },
  };
}

const roles = ['support', 'reviewer', 'admin'] as const satisfies readonly Role[];

function tokenVariable(role: Role): string {
  return `PIPELINE_TOKEN_${role.toUpperCase()}`;
}

/** The pipeline API of this account only says who a token belongs to; each token is the name of a role. */
function answerWhoAsks({ path, headers }: WireRequest): Promise<WireResponse> | undefined {
  if (!path.startsWith('/pipeline/')) return undefined;
  const role = headers['authorization']?.replace('Bearer ', '');
  const isMe = path.split('?', 1)[0] === '/pipeline/v1/me';
  const body = isMe
    ? { sub: role, name: `Person of ${String(role)}`, role, tenants: '*' }
    : { type: 'about:blank', title: 'Not found', status: 404, code: 'not-found' };
  return Promise.resolve({
    status: isMe ? 200 : 404,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(body)),
  });
}

function connectionAs(role: Role, address: string): object {
  const services = ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts'];
  return {
    id: role,
    name: connectionNames[role],
    environment: 'development',
    stage: 'sandbox',
    aws: {
      region,
      accountId: account,
      profile: { fromEnvironment: true },
      endpoints: Object.fromEntries(services.map((service) => [service, address])),
    },
    pipelineApi: {
      baseUrl: `${address}/pipeline/v1`,
      auth: { kind: 'bearer', tokenFromEnvironment: tokenVariable(role) },
    },
  };
}
