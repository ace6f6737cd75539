import { parseArgs } from 'node:util';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { serveHttp } from '#local/aws/serve-http.ts';
import { services, type Service } from './conformance/assertion.ts';
import { clientsAt, closeClients } from './conformance/clients-at.ts';
import { dynamodbLocal } from './oracles/dynamodb-local.ts';
import { elasticmq } from './oracles/elasticmq.ts';
import { moto } from './oracles/moto.ts';
import { NotHere, type Oracle } from './oracles/oracle.ts';
import { consumers, takeCensus } from './strangers/census.ts';
import { compareWorld, type Compared } from './strangers/compare-world.ts';
import { fakeApi, openStrangersConsole, strangersEnvironment, type Place } from './strangers/open-console.ts';
import { planWorld } from './strangers/plan-world.ts';
import { dropTables, plantWorld } from './strangers/plant-world.ts';
import { forwardTo, recordCalls, type Recorder } from './strangers/record-calls.ts';

/**
 * `npm run strangers` plants deployments that follow domain.md and nothing more, on other implementations of AWS. Every
 * desk's figures are compared with a recount of what was planted, and every redriven message is looked for. `--
 * --worlds N`, `--seed N`, `--engine local|moto|pocket`, `--only worlds|census`.
 */
const { values: flags } = parseArgs({
  options: {
    worlds: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string' },
    only: { type: 'string' },
  },
});

Object.assign(process.env, strangersEnvironment, {
  AWS_REGION: 'eu-west-1',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
});

interface Engine {
  readonly name: string;
  readonly place: Place;
  readonly clients: ReturnType<typeof clientsAt>;
  readonly recorder: Recorder;
}

/** Pocket AWS stands in where a machine lacks an engine, and for services that an engine does not have. */
const pocketAccount = '111122223333';
const motoAccount = '123456789012';
const stops: (() => Promise<void>)[] = [];
const rows: string[] = [];
const wrong: string[] = [];

try {
  const engines = await startEngines();
  if (engines.length === 0) process.stderr.write('No engine is here: nothing was compared.\n');
  await Promise.all(engines.map(run));
} finally {
  await Promise.allSettled(stops.toReversed().map((stop) => stop()));
}
for (const line of wrong) process.stderr.write(`WRONG  ${line}\n`);
if (rows.length > 0) {
  const header = [
    'engines',
    'what',
    'worlds',
    'figures compared',
    'wrong',
    'DynamoDB calls',
    'scans or filters',
  ];
  process.stdout.write(
    `\n| ${header.join(' | ')} |\n|${' --- |'.repeat(header.length)}\n${rows.toSorted().join('\n')}\n`,
  );
}
// Closed consoles may still wait for answers that are no longer needed, so the process is ended here.
process.exit(wrong.length === 0 ? 0 : 1);

async function startEngines(): Promise<Engine[]> {
  const [dynamodb, sqs, all] = await Promise.all([
    isAsked('local') ? started(dynamodbLocal) : undefined,
    isAsked('local') ? started(elasticmq) : undefined,
    isAsked('moto') ? started(moto) : undefined,
  ]);
  const pocket = pocketAws({ account: pocketAccount, region: 'eu-west-1', seed: flags.seed });
  const served = await serveHttp(
    (request, signal) => (request.path.startsWith('/api/') ? fakeApi : pocket.dispatch)(request, signal),
    { port: 0 },
  );
  stops.push(async () => {
    await served.close();
    pocket.close();
  });
  const own = `http://127.0.0.1:${served.port}`;
  const engines: Engine[] = [];
  if (dynamodb !== undefined || sqs !== undefined) {
    const name = [
      ...(dynamodb === undefined ? [] : [`${dynamodbLocal.name} ${dynamodbLocal.version}`]),
      ...(sqs === undefined ? [] : [`${elasticmq.name} ${elasticmq.version}`]),
    ].join(', ');
    engines.push(await engineAt(name, pocketAccount, own, { dynamodb: dynamodb ?? own, sqs: sqs ?? own }));
  }
  if (all !== undefined) {
    const everywhere = Object.fromEntries(services.map((service) => [service, all]));
    engines.push(await engineAt(`${moto.name} ${moto.version}`, motoAccount, own, everywhere));
  }
  // This engine runs only on request, because `npm test` compares hundreds of worlds on it.
  if (flags.engine === 'pocket') engines.push(await engineAt('pocket AWS', pocketAccount, own, {}));
  return engines;
}

function isAsked(engine: 'local' | 'moto'): boolean {
  return flags.engine === undefined || flags.engine === engine;
}

/** Returns undefined where this machine cannot run it, and prints that prominently. */
async function started(oracle: Oracle): Promise<string | undefined> {
  try {
    oracle.install();
    const running = await oracle.start();
    stops.push(running.stop);
    return running.url;
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    const bar = '!'.repeat(100);
    process.stderr.write(
      `${bar}\nNOT COMPARED with ${oracle.name} ${oracle.version}: ${error.message} (needs ${oracle.needs})\n${bar}\n`,
    );
    return undefined;
  }
}

async function engineAt(
  name: string,
  accountId: string,
  own: string,
  urls: Readonly<Partial<Record<Service, string>>>,
): Promise<Engine> {
  const endpoints = { ...Object.fromEntries(services.map((service) => [service, own])), ...urls };
  const clients = clientsAt(endpoints);
  const recorder = recordCalls();
  // Only the console goes through the recorder; worlds are planted without it.
  const recorded = await serveHttp(recorder.through(forwardTo(endpoints['dynamodb'] ?? own)), { port: 0 });
  stops.push(async () => {
    closeClients(clients);
    await recorded.close();
  });
  const place: Place = {
    accountId,
    endpoints: { ...endpoints, dynamodb: `http://127.0.0.1:${recorded.port}` },
    api: `${own}/api/v1`,
  };
  return { name, place, clients, recorder };
}

async function run(engine: Engine): Promise<void> {
  const census =
    flags.only === 'worlds'
      ? Promise.resolve([])
      : Promise.all(consumers.map((consumer) => takeCensus({ ...engine, consumer, seed: flags.seed })));
  if (flags.only !== 'census') report(engine, 'every desk', await compareWorlds(engine));
  const [before, counted] = [engine.recorder.calls(), await census];
  if (counted.length > 0) report(engine, 'redrive census', counted, engine.recorder.calls() - before);
  for (const [at, { summary = '' }] of counted.entries()) {
    process.stdout.write(`${engine.name}, census, consumer "${consumers[at]}": ${summary}\n`);
  }
  wrong.push(...engine.recorder.forbidden().map((call) => `${engine.name}: ${call}`));
}

async function compareWorlds({ name, place, clients }: Engine): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (let at = 0; at < Number(flags.worlds); at += 1) {
    const seed = `${flags.seed}/${at}`;
    const world = planWorld({ seed, now: Date.now(), suffix: `-${at}` });
    await plantWorld(world, clients);
    const console = await openStrangersConsole(world, place);
    try {
      const one = await compareWorld(world, console);
      compared.push(one);
      process.stderr.write(`${name}, seed ${seed}: ${one.figures} figures, ${one.wrong.length} wrong\n`);
    } finally {
      await console.close();
      await dropTables(world, clients);
    }
  }
  return compared;
}

function report(
  { name, recorder }: Engine,
  what: string,
  all: readonly Compared[],
  calls = recorder.calls(),
): void {
  const figures = all.reduce((sum, one) => sum + one.figures, 0);
  const problems = all.flatMap((one) => one.wrong);
  wrong.push(...problems.map((problem) => `${name}, ${problem}`));
  const numbers = [all.length, figures, problems.length, calls, recorder.forbidden().length];
  rows.push(`| ${[name, what, ...numbers].join(' | ')} |`);
}
