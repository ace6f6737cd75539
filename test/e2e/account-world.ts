import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestType } from '@playwright/test';
import { deviceCode } from '#local/aws/sts/sts.ts';
import { accountRegion, serveLocal } from '#scripts/serve-local.ts';
import { freshHome, startConsole } from '#scripts/start-console.ts';
import type { RunningConsole } from '#scripts/start-console.ts';
import { test as base } from './fixtures.ts';

/** Every device in this account shows this code. */
export const rightCode = deviceCode;
export const wrongCode = '111111';

/**
 * This is an account on this machine, with a console that signs in to it as a role that needs a device code.
 */
export interface AccountConsole extends RunningConsole {
  /** Moves the account's clock on and runs whatever falls due on the way. A sign-in lasts 15 minutes. */
  pass(seconds: number): Promise<void>;
}

/** Extends `test` with an account that asks for a device code. */
export const test: OnAccount = base.extend<{ readonly account: AccountConsole }>({
  // oxlint-disable-next-line no-empty-pattern -- as in fixtures.ts
  account: async ({}, use) => {
    const started = await startAccountConsole();
    await use(started);
    await started.stop();
  },
  host: async ({ account }, use) => use(account),
  at: null,
  // Requests without a sign-in are answered with 401, which the browser logs.
  isRefused: true,
});

type OnAccount =
  typeof base extends TestType<infer Each, infer Worker>
    ? TestType<Each & { readonly account: AccountConsole }, Worker>
    : never;

async function startAccountConsole(): Promise<AccountConsole> {
  const local = await serveLocal();
  const world = (await (await fetch(`${local.address}/_local/world`)).json()) as World;
  const home = freshHome();
  const files = join(home, 'aws');
  mkdirSync(files);
  writeFileSync(join(files, 'credentials'), credentials);
  writeFileSync(join(files, 'config'), formatConfig(world.account));
  writeFileSync(join(home, 'connections.json'), JSON.stringify(describeConnections(world, local.address)));
  const console = await startConsole({
    home,
    flags: ['--connection', 'staging'],
    env: {
      AWS_CONFIG_FILE: join(files, 'config'),
      AWS_SHARED_CREDENTIALS_FILE: join(files, 'credentials'),
      SLUICE_TEST_TOKEN: world.personas.find(({ id }) => id === 'admin')?.token ?? '',
    },
  });
  return {
    ...console,
    async pass(seconds) {
      const body = JSON.stringify({ advanceSeconds: seconds });
      const answer = await fetch(`${local.address}/_local/clock`, { method: 'POST', body });
      if (!answer.ok) throw new Error(`Time did not pass: ${await answer.text()}`);
    },
    async stop() {
      await console.stop();
      await local.stop();
    },
  };
}

interface World {
  readonly account: string;
  readonly personas: readonly { readonly id: string; readonly token: string }[];
}

const credentials = '[base]\naws_access_key_id = AKIABASE\naws_secret_access_key = secret\n';

function formatConfig(account: string): string {
  const role = `role_arn = arn:aws:iam::${account}:role/Operator\nrole_session_name = mira\nduration_seconds = 900\n`;
  return `[profile operator]\n${role}source_profile = base\nmfa_serial = arn:aws:iam::${account}:mfa/mira-phone\n`;
}

function describeConnections({ account }: World, address: string): object {
  const services = ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts'];
  return {
    connections: [
      {
        id: 'staging',
        name: 'Staging',
        environment: 'staging',
        stage: 'sandbox',
        aws: {
          region: accountRegion,
          accountId: account,
          profile: 'operator',
          endpoints: Object.fromEntries(services.map((service) => [service, address])),
        },
        pipelineApi: {
          baseUrl: `${address}/pipeline/v1`,
          auth: { kind: 'bearer', tokenFromEnvironment: 'SLUICE_TEST_TOKEN' },
        },
      },
    ],
  };
}
