import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetQueueUrlCommand, SQSClient, TagQueueCommand } from '@aws-sdk/client-sqs';
import { accountRegion, serveLocal } from '#scripts/serve-local.ts';
import { freshHome, startConsole, type RunningConsole } from '#scripts/start-console.ts';
import type { World } from './production-world.ts';

export interface ConnectionFormWorld extends RunningConsole {
  /** The account's address, which a person types as every service's own. */
  readonly accountAddress: string;
  readonly account: string;
  /** A person signs in to the pipeline API with it, and it may not be seen anywhere. */
  readonly token: string;
  readonly readFile: () => string;
  /** Edits the file as a person would by hand. */
  readonly writeFile: (text: string) => void;
  readonly tagQueue: (name: string, tags: Readonly<Record<string, string>>) => Promise<void>;
  /** Denies operations as a policy would. */
  readonly deny: (operations: readonly string[]) => Promise<void>;
}

/** Starts a console without a connection, on a machine whose AWS configuration knows an account over HTTP. */
export async function startConnectionForm(): Promise<ConnectionFormWorld> {
  const served = await serveLocal();
  const world = (await (await fetch(`${served.address}/_local/world`)).json()) as World;
  const token = world.personas.find(({ role }) => role === 'support')?.token ?? '';
  const home = freshHome();
  const files = join(home, 'aws');
  mkdirSync(files);
  writeFileSync(join(files, 'credentials'), credentials);
  writeFileSync(join(files, 'config'), formatConfig(world.account));
  const console = await startConsole({
    home,
    env: {
      AWS_CONFIG_FILE: join(files, 'config'),
      AWS_SHARED_CREDENTIALS_FILE: join(files, 'credentials'),
      PIPELINE_TOKEN: token,
    },
  });
  const file = join(home, 'connections.json');
  return {
    ...console,
    accountAddress: served.address,
    account: world.account,
    token,
    readFile: () => readFileSync(file, 'utf8'),
    writeFile: (text) => writeFileSync(file, text),
    async tagQueue(name, Tags) {
      const sqs = new SQSClient({
        endpoint: served.address,
        region: accountRegion,
        credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret-of-staging' },
      });
      const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: name }));
      await sqs.send(new TagQueueCommand({ QueueUrl, Tags }));
      sqs.destroy();
    },
    async deny(operations) {
      const rules = operations.map((operation) => ({ id: operation, kind: 'denied', operation }));
      await fetch(`${served.address}/_local/faults`, { method: 'PUT', body: JSON.stringify({ rules }) });
    },
    async stop() {
      await console.stop();
      await served.stop();
    },
  };
}

const credentials =
  '[northern-staging]\naws_access_key_id = AKIDEXAMPLE\naws_secret_access_key = secret-of-staging\n';

const formatConfig = (account: string): string => `[profile northern-staging]
region = ${accountRegion}

[profile northern-production]
sso_session = northern
sso_account_id = 222233334444
sso_role_name = Operator
region = ${accountRegion}

[profile northern-device]
role_arn = arn:aws:iam::${account}:role/Operator
role_session_name = mira
source_profile = northern-staging
mfa_serial = arn:aws:iam::${account}:mfa/mira-phone
region = ${accountRegion}

[sso-session northern]
sso_start_url = https://northern.awsapps.com/start
sso_region = ${accountRegion}
sso_registration_scopes = sso:account:access
`;
