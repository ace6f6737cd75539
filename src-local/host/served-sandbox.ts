import { catalogue } from '#shared/catalogue/catalogue.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { sandboxPersonas } from '#shared/sandbox/personas.ts';
import { mostBatchesADay } from '../world/living/live-traffic.ts';
import { planPast } from '../world/past/past-plan.ts';
import { readTenants } from '../world/past/tell.ts';
import type { World } from '../world/world.ts';
import { answerControl, type Controlled } from './control.ts';
import { readFacts } from './chapter.ts';
import type { Sandbox } from './open-sandbox.ts';
import type { Held } from './serve-thread.ts';
import { toCaller, signFor } from './api-tokens.ts';

/** One address for everything, over HTTP or from thread to thread: control paths, the API, and AWS for all else. */
export function serveSandbox(sandbox: Sandbox): Held {
  const controlled: Controlled = {
    aws: sandbox.aws,
    describe: () => sandbox.settled(() => describeWorld(sandbox.aws.world)),
    state: () => describeState(sandbox),
    advance: (ms) => sandbox.advance(ms),
    setTraffic: (paused) => sandbox.setTraffic(paused),
    reset: (seed) => sandbox.reset(seed),
  };
  return {
    notices: sandbox.notices,
    advance: sandbox.advance,
    reset: sandbox.reset,
    close: sandbox.close,
    setFaults: (rules) => sandbox.aws.world.faults.set(rules),
    async answer(request, signal) {
      const own = answerControl(controlled, request) ?? sandbox.answerApi(request);
      return own ?? sandbox.dispatch(request, signal);
    },
  };
}

/** The console's contract defines this answer: `sandbox.read`. */
async function describeState(sandbox: Sandbox): Promise<object> {
  const traffic = await sandbox.traffic();
  const facts = readFacts(sandbox.aws.world);
  const { tenants, batches, fleet } = planPast({ ...facts, tenants: readTenants(facts.version) });
  const more = fleet.totals();
  return {
    seed: facts.seed,
    since: new Date(facts.anchor).toISOString(),
    traffic: { ...traffic, mostADay: mostBatchesADay },
    told: {
      tenants: tenants.length + fleet.size,
      batches: batches.length + more.batches,
      documents: batches.reduce((sum, { size }) => sum + size, more.documents),
    },
  };
}

/** Lists the addresses of this world and the users who may call its API. */
async function describeWorld(world: World): Promise<object> {
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
    tenants: await listTenants(world, extraction.table),
    personas: await listPersonas(world),
  };
}

/** Lists the users as the directory of this world does now. */
async function listTenants(world: World, TableName: string): Promise<readonly object[]> {
  const found: object[] = [];
  let ExclusiveStartKey: object | undefined;
  do {
    const { Items, LastEvaluatedKey } = (await world.call('dynamodb', 'Query', {
      TableName,
      KeyConditionExpression: 'PK = :directory',
      ExpressionAttributeValues: { ':directory': { S: 'DIRECTORY#TENANTS' } },
      ...(ExclusiveStartKey && { ExclusiveStartKey }),
    })) as TenantsPage;
    found.push(...Items.map(({ SK, name }) => ({ tenantId: SK?.S?.replace('TENANT#', ''), name: name?.S })));
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return found;
}

interface TenantsPage {
  readonly Items: readonly Readonly<Record<string, { readonly S?: string }>>[];
  readonly LastEvaluatedKey?: object;
}

function listPersonas(world: World): Promise<readonly object[]> {
  const { seed } = readFacts(world);
  return Promise.all(
    sandboxPersonas.map(async (persona) => ({
      ...persona,
      token: await signFor(seed, toCaller(persona), world.clock.now()),
    })),
  );
}

function tableName([table]: readonly { readonly name: string }[]): string | undefined {
  return table?.name.replaceAll('{stage}', 'sandbox');
}
