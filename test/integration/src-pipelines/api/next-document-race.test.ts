import { AsyncLocalStorage } from 'node:async_hooks';
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { seededRandomness, type Randomness } from '#local/world/randomness.ts';
import type { PipelineClients } from '#pipelines/parts.ts';
import type { OperationName } from '#shared/pipeline-api/operations.ts';
import { NotHere } from '#scripts/oracles/oracle.ts';
import { dynamodbLocal } from '#scripts/oracles/dynamodb-local.ts';
import { anApi, reviewer, type Answered, type Api, type SentCall } from '#test/builders/an-api.ts';
import { clientsAround } from '#test/builders/clients-around.ts';
import { plantBatch } from '#test/builders/extraction-items.ts';
import { chooseRuns } from '#test/setup/choose-runs.ts';

const isLong = chooseRuns({ short: 0, long: 1 }) === 1;

const crowds = [
  { people: 2, documents: 6 },
  { people: 5, documents: 9 },
  { people: 20, documents: 26 },
];

/** Every reviewer takes documents until none is left for them, on one queue of several batches. */
it.each(crowds)(
  '$people reviewers on one queue never meet, get every document, and do not wait while one is free',
  { timeout: 6 * 3_600_000 },
  async ({ people, documents }) => {
    const rounds = chooseRuns({ short: people === 20 ? 2 : 6, long: 1_000 });
    const open = (name: string) => anApi({ crowd: name, around: countCalls });
    expectFair(await race(open, { people, documents, rounds }), { people, documents, rounds });
  },
);

// Only the nightly run starts another DynamoDB, which needs Java.
if (isLong) {
  it('20 reviewers never meet on DynamoDB Local, either', { timeout: 6 * 3_600_000 }, async () => {
    const dynamodb = await startDynamodbLocal();
    if (dynamodb === undefined) return;
    const round = { people: 20, documents: 26, rounds: 3 };
    const open = async (name: string) => {
      const api = await anApi({ crowd: name, around: countCalls, dynamodb });
      await createTable(api, dynamodb);
      return api;
    };
    expectFair(await race(open, round), round);
  });
}

interface Race {
  readonly people: number;
  readonly documents: number;
  readonly rounds: number;
}

async function race(open: (crowd: string) => Promise<Api>, { people, documents, rounds }: Race) {
  let api = await open(`next for ${people}`);
  const total = { given: 0, ahead: 0, none: 0, met: 0, twoMet: 0, waited: 0, left: 0, busy: 0 };
  const costs: Cost[] = [];
  const shares = new Map<string, number>();
  for (let round = 1; round <= rounds; round += 1) {
    // The table of many rounds would only make the later ones slower.
    if (round % 50 === 0) api = await open(`next for ${people}, ${round}`);
    const { found, given } = await runRound(api, { people, documents, seed: `${people}/${round}`, costs });
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += found[name];
    for (const [sub, count] of given) shares.set(sub, (shares.get(sub) ?? 0) + count);
    if (round % 20 === 0)
      process.stderr.write(`${people} people, round ${round}: ${JSON.stringify(total)}\n`);
  }
  const tries = costs.map((cost) => cost.tries).toSorted((one, other) => one - other);
  const perPerson = [...shares.values()].toSorted((one, other) => one - other);
  return {
    ...total,
    callsADocument: costs.reduce((sum, cost) => sum + cost.calls, 0) / costs.length,
    triesADocument: tries.reduce((sum, count) => sum + count, 0) / tries.length,
    p95OfTries: tries[Math.floor(tries.length * 0.95)] ?? 0,
    mostTries: tries.at(-1) ?? 0,
    fewestOfAPerson: perPerson[0] ?? 0,
    mostOfAPerson: perPerson.at(-1) ?? 0,
  };
}

function expectFair(found: Awaited<ReturnType<typeof race>>, { people, documents, rounds }: Race): void {
  if (isLong) process.stderr.write(`${people} people, ${rounds} rounds: ${JSON.stringify(found)}\n`);
  expect(found).toMatchObject({ met: 0, twoMet: 0, waited: 0, left: 0 });
  expect(found.given).toBeGreaterThanOrEqual(documents * rounds);
  expect(found.p95OfTries).toBeLessThanOrEqual(3);
}

/** Counts what one request asked of DynamoDB. A try is a transaction that would claim a document. */
interface Cost {
  calls: number;
  tries: number;
}
const costOfRequest = new AsyncLocalStorage<Cost>();

const countCalls = (clients: PipelineClients): PipelineClients =>
  clientsAround(clients, (command, go) => {
    const cost = costOfRequest.getStore();
    if (cost) {
      cost.calls += 1;
      if (command === 'TransactWriteItemsCommand') cost.tries += 1;
    }
    return go();
  });

/** Undefined where this machine cannot run it, which is then printed. */
async function startDynamodbLocal(): Promise<DynamoDBClient | undefined> {
  try {
    dynamodbLocal.install();
    const { url, stop } = await dynamodbLocal.start();
    const credentials = { accessKeyId: 'race', secretAccessKey: 'race' };
    const client = new DynamoDBClient({ region: 'eu-west-1', endpoint: url, credentials, maxAttempts: 1 });
    onTestFinished(async () => {
      client.destroy();
      await stop();
    });
    return client;
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    process.stderr.write(`NOT RUN on DynamoDB Local: ${error.message}\n`);
    return undefined;
  }
}

/** Makes the table as the template has it. */
async function createTable({ clients, parts }: Api, dynamodb: DynamoDBClient): Promise<void> {
  const TableName = parts.names.extraction.table;
  const { Table: like } = await clients.dynamodb.send(new DescribeTableCommand({ TableName }));
  await dynamodb
    .send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: like?.AttributeDefinitions,
        KeySchema: like?.KeySchema,
        GlobalSecondaryIndexes: like?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
          IndexName,
          KeySchema,
          Projection,
        })),
      }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'ResourceInUseException') throw error;
    });
}

interface Round {
  readonly people: number;
  readonly documents: number;
  readonly seed: string;
  /** Gets the cost of every request that was given a document. */
  readonly costs: Cost[];
}

interface Known {
  holder: string | undefined;
  isDecided: boolean;
  /** The moment since which it is free; undefined while it is not. */
  freeSince: number | undefined;
  readonly at: Readonly<Record<'tenantId' | 'batchId' | 'documentId', string>>;
}

async function runRound(api: Api, { people, documents, seed, costs }: Round) {
  const tenantId = `tenant-${seed.replace('/', '-')}`;
  const known = new Map<string, Known>();
  for (let from = 0; from < documents; from += perBatch) {
    const count = Math.min(perBatch, documents - from);
    const planted = await plantBatch(
      api,
      Array.from({ length: count }, (_, index) => ({
        documentId: `${seed.replace('/', '-')}-${from + index}`,
      })),
      { tenantId, batchId: `batch-${seed.replace('/', '-')}-${from}` },
    );
    for (let index = 0; index < count; index += 1) {
      const at = planted.at(index);
      known.set(at.documentId, { holder: undefined, isDecided: false, freeSince: 0, at });
    }
  }
  const found = { given: 0, ahead: 0, none: 0, met: 0, twoMet: 0, waited: 0, left: 0, busy: 0 };
  const given = new Map<string, number>();
  const skippedBy = new Map<string, Set<string>>();
  let moment = 1;
  let asked = 0;
  await Promise.all(Array.from({ length: people }, (_, index) => review(`person-${index + 1}`)));
  found.left = [...known].filter(
    ([id, one]) => !one.isDecided && [...skippedBy.values()].some((skipped) => !skipped.has(id)),
  ).length;
  return { found, given };

  /** Sends the same request again where the service was busy, as every client does. */
  async function callAgain(name: OperationName, sent: SentCall): Promise<Answered> {
    for (;;) {
      const answer = await api.call(name, sent);
      if (answer.status !== 503) {
        expect(answer.status, answer.text).toBe(200);
        return answer;
      }
      found.busy += 1;
    }
  }

  /** Lets a reviewer who was given nothing ask again once a document is free, and now and then besides. */
  async function somethingIsFree(skipped: ReadonlySet<string>, dice: Randomness): Promise<void> {
    const isOver = (): boolean => [...known].every(([id, one]) => one.isDecided || skipped.has(id));
    const isFree = (): boolean =>
      [...known].some(([id, one]) => one.freeSince !== undefined && !skipped.has(id));
    do await new Promise((resolve) => setImmediate(resolve));
    while (!isOver() && !isFree() && dice.unit() > 0.002);
  }

  async function review(sub: string): Promise<void> {
    const as = { ...reviewer, sub, tenants: [tenantId] };
    const dice = seededRandomness(`${seed}/${sub}`);
    const skipped = new Set<string>();
    skippedBy.set(sub, skipped);
    const hands: { readonly id: string; readonly version: number }[] = [];
    for (;;) {
      const open = hands.shift() ?? (await ask(false));
      if (open === undefined) {
        if ([...known].every(([id, one]) => one.isDecided || skipped.has(id))) return;
        await somethingIsFree(skipped, dice);
        continue;
      }
      if (dice.unit() < 0.4) {
        const next = await ask(true, open.id);
        if (next) hands.push(next);
      }
      await (dice.unit() < 0.12 && skipped.size < 1 ? leave(open) : decide(open));
    }

    async function ask(ahead: boolean, openId?: string) {
      const began = moment;
      const not = [...skipped, ...(openId === undefined ? [] : [openId])].map((id) => known.get(id)?.at);
      const cost: Cost = { calls: 0, tries: 0 };
      const key = `${seed}/${sub}/${(asked += 1)}`;
      const { body } = await costOfRequest.run(cost, () =>
        callAgain('nextDocument', { as, key, body: { tenantIds: [tenantId], not, ahead } }),
      );
      if (body.document === null) {
        found.none += ahead ? 0 : 1;
        const free = [...known].filter(
          ([id, one]) => !skipped.has(id) && (one.freeSince ?? Infinity) < began,
        );
        if (!ahead && free.length > 0) found.waited += 1;
        return undefined;
      }
      const { documentId: id, version } = body.document as { documentId: string; version: number };
      const one = known.get(id);
      if (one?.holder !== undefined && !one.isDecided) found.twoMet += 1;
      if (one === undefined || one.isDecided || not.some((at) => at?.documentId === id)) found.met += 1;
      costs.push(cost);
      given.set(sub, (given.get(sub) ?? 0) + 1);
      if (one) Object.assign(one, { holder: sub, freeSince: undefined });
      found.given += 1;
      if (ahead) found.ahead += 1;
      return { id, version };
    }

    async function decide({ id, version }: { readonly id: string; readonly version: number }): Promise<void> {
      const one = known.get(id);
      if (one) one.isDecided = true;
      const body = { decision: 'reject', reason: 'Pages are missing' };
      const key = `${seed}/${id}/decided`;
      await callAgain('reviewDocument', { as, key, params: { ...one?.at }, ifMatch: version, body });
    }

    async function leave({ id, version }: { readonly id: string; readonly version: number }): Promise<void> {
      skipped.add(id);
      const one = known.get(id);
      if (one) one.holder = undefined;
      const key = `${seed}/${id}/left/${sub}`;
      await callAgain('releaseDocument', { as, key, params: { ...one?.at }, ifMatch: version });
      if (one?.holder === undefined && one) one.freeSince = moment += 1;
    }
  }
}

const perBatch = 4;
