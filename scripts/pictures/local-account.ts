import { accountRegion, serveLocal } from '../serve-local.ts';

export interface LocalAccount {
  /** The address that stands in for AWS's own. */
  readonly address: string;
  /** Returns an entry of connections.json that uses it as its account. */
  readonly connection: (id: string, name: string, environment: string) => object;
  readonly env: Readonly<Record<string, string>>;
  /** The content of an AWS configuration whose profile `northern-staging` has keys of this account. */
  readonly configuration: { readonly config: string; readonly credentials: string };
  /** Denies operations as a policy would. */
  readonly deny: (operations: readonly string[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface World {
  readonly account: string;
  readonly personas: readonly { readonly id: string; readonly token: string }[];
}

/** Uses `npm run local` in place of an account; only the keys differ. */
export async function localAccount(person: string, build: 'out' | 'out-test' = 'out'): Promise<LocalAccount> {
  const served = await serveLocal(build);
  const { address } = served;
  const world = (await (await fetch(`${address}/_local/world`)).json()) as World;
  const token = world.personas.find(({ id }) => id === person)?.token ?? '';
  const services = ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts'];
  return {
    address,
    connection: (id, name, environment) => ({
      id,
      name,
      environment,
      stage: 'sandbox',
      aws: {
        region: accountRegion,
        accountId: world.account,
        profile: { fromEnvironment: true },
        endpoints: Object.fromEntries(services.map((service) => [service, address])),
      },
      pipelineApi: {
        baseUrl: `${address}/pipeline/v1`,
        auth: { kind: 'bearer', tokenFromEnvironment: 'PIPELINE_TOKEN' },
      },
    }),
    configuration: { config, credentials },
    env: { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'example', PIPELINE_TOKEN: token },
    async deny(operations) {
      const rules = operations.map((operation) => ({ id: operation, kind: 'denied', operation }));
      await fetch(`${address}/_local/faults`, { method: 'PUT', body: JSON.stringify({ rules }) });
    },
    stop: () => served.stop(),
  };
}

const credentials = '[northern-staging]\naws_access_key_id = AKIDEXAMPLE\naws_secret_access_key = example\n';

const config = `[profile northern-staging]
region = ${accountRegion}

[profile northern-production]
sso_session = northern
sso_account_id = 222233334444
sso_role_name = Operator
region = ${accountRegion}

[profile northern-audit]
role_arn = arn:aws:iam::333344445555:role/Audit
source_profile = northern-staging
region = eu-central-1

[sso-session northern]
sso_start_url = https://northern.awsapps.com/start
sso_region = ${accountRegion}
`;
