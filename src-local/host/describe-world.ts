import { catalogue } from '#shared/catalogue/catalogue.ts';
import { namesByConvention } from '#shared/domain/naming-convention.ts';
import { sandboxPersonas } from '#shared/sandbox/personas.ts';
import type { World } from '../world/world.ts';
import { callerOf, tokenFor } from './api-tokens.ts';
import { factsOf } from './facts.ts';

/** Where everything is in this world, and as whom one may call its API. */
export async function describeWorld(world: World): Promise<object> {
  const { region, account, endpoint } = world;
  const { extraction, downloads } = namesByConvention('sandbox');
  const queue = (name: string): string => `${endpoint}/${account}/${name}`;
  return {
    region,
    account,
    tables: {
      extraction: extraction.table,
      jobs: downloads.jobsTable,
      batches: downloads.batchesTable,
      funds: tableName(Object.values(catalogue.funds.tables)),
      hr: tableName(Object.values(catalogue.hr.tables)),
    },
    bucket: extraction.documentsBucket,
    queues: {
      document: {
        url: queue(extraction.documentQueue),
        deadLetterUrl: queue(extraction.documentDeadLetterQueue),
      },
      webhook: {
        url: queue(extraction.webhookQueue),
        deadLetterUrl: queue(extraction.webhookDeadLetterQueue),
      },
    },
    stateMachines: {
      extraction: `arn:aws:states:${region}:${account}:stateMachine:${extraction.stateMachine}`,
    },
    tenants: await tenantsOf(world, extraction.table),
    personas: await personasOf(world),
  };
}

/** As its directory lists them now. */
async function tenantsOf(world: World, TableName: string): Promise<readonly object[]> {
  const { Items } = (await world.call('dynamodb', 'Query', {
    TableName,
    KeyConditionExpression: 'PK = :directory',
    ExpressionAttributeValues: { ':directory': { S: 'DIRECTORY#TENANTS' } },
  })) as { Items: readonly Readonly<Record<string, { readonly S?: string }>>[] };
  return Items.map(({ SK, name }) => ({ tenantId: SK?.S?.replace('TENANT#', ''), name: name?.S }));
}

function personasOf(world: World): Promise<readonly object[]> {
  const { seed } = factsOf(world);
  return Promise.all(
    sandboxPersonas.map(async (persona) => ({
      ...persona,
      token: await tokenFor(seed, callerOf(persona), world.clock.now()),
    })),
  );
}

function tableName([table]: readonly { readonly name: string }[]): string | undefined {
  return table?.name.replaceAll('{stage}', 'sandbox');
}
