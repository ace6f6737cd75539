import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { discoveryPolicy, meansWithout } from '#shared/catalogue/iam/discovery-needs.ts';
import type { DiscoveredPart, Discovery } from '#shared/contract/connections.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { discoveryLimits } from '#shared/domain/discovery.ts';
import { discoveryCost } from '#shared/pricing/request-costs.ts';
import type { AskingParts } from '../check/asking.ts';
import type { AwsPlace } from '../client-config.ts';
import { createSlots } from '../patience.ts';
import {
  conventionParts,
  expectedName,
  nameInEntry,
  stageIn,
  suggestStages,
  type ConventionPart,
} from './conventions.ts';
import { discoveryClients } from './discovery-clients.ts';
import {
  readAccount,
  type AccountLists,
  type AccountReader,
  type Listed,
  type Tagged,
} from './list-account.ts';
import {
  matchParts,
  type DescribedTables,
  type Facts,
  type Known,
  type ReadQueues,
  type Wanted,
} from './match-parts.ts';
import { readOutputs } from './read-outputs.ts';

interface Parts {
  readonly place: AwsPlace;
  readonly arn: string;
  readonly systems: readonly SystemDeclaration[];
  readonly stage: string | null;
  readonly tag: { readonly key: string; readonly value: string } | null;
  readonly outputs: string | null;
  readonly times: Pick<AskingParts, 'elapsed' | 'sleep'>;
  readonly limits?: typeof discoveryLimits;
}

/** The entry of the outputs is as it was pasted, so it is not for a page yet. */
interface AccountParts extends Omit<Discovery, 'entry'> {
  readonly entry: Connection | null;
}

const longestCall = 5_000;

/** Finds what an account has of the systems, by names, tags and outputs, and by the keys of its tables. */
export async function discoverAccount(given: Parts): Promise<AccountParts> {
  const { place, systems, times, limits = discoveryLimits } = given;
  const clients = discoveryClients(place);
  try {
    const asking = { ...times, longestCall, until: times.elapsed() + limits.seconds * 1_000 };
    const reader = readAccount({ clients, place, limits, asking });
    return await search(given, reader, conventionParts(systems), limits);
  } finally {
    clients.close();
  }
}

async function search(
  { place, arn, systems, stage: asked, tag, outputs: pasted }: Parts,
  reader: AccountReader,
  parts: readonly ConventionPart[],
  limits: typeof discoveryLimits,
): Promise<AccountParts> {
  const lists = await reader.lists();
  const outputs = readOutputs(pasted);
  const stages = suggestStages(listNames(lists), parts);
  const stage = asked ?? outputs.entry?.stage ?? stages[0] ?? null;
  const wanted = parts.map((part): Wanted => ({
    ...part,
    expected: expectedName(part, stage),
    inEntry: nameInEntry(outputs.entry, part.part),
  }));
  const known: Known = { lists, wanted, parts, stage, outputNames: outputs.names };
  const [tables, queues] = await Promise.all([
    describeTables(reader, known, limits.tables),
    readQueues(reader, known, limits.queues),
  ]);
  const tagged = tag === null ? noTags : await readTags(reader, known, tables, queues, tag, limits.tags);
  const facts: Facts = { ...known, systems, tables, queues, tagged: tagged.names, region: place.region };
  const { usd, book, told } = discoveryCost(reader.calls());
  const denied = reader.denied();
  return {
    state: 'found',
    accountId: place.accountId,
    arn,
    stage,
    stages: [...stages],
    parts: matchParts(facts),
    entry: outputs.entry,
    pipelineApi: outputs.entry?.pipelineApi?.baseUrl ?? outputs.api,
    listed: summariseLists(lists),
    denied: denied.map((action) => ({ action, means: meansWithout(action) })),
    policy: denied.length === 0 ? null : `${JSON.stringify(discoveryPolicy(denied), null, 2)}\n`,
    calls: [...reader.calls().values()].reduce((sum, count) => sum + count, 0),
    cost: { usd, book, told },
    notes: [
      ...reader.troubles(),
      ...aboutCuts(lists, tables, queues, limits),
      ...tagged.notes,
      ...(pasted !== null && outputs.count === 0 ? ['No output was found in what was pasted.'] : []),
      ...(outputs.entry !== null && outputs.entry.aws.accountId !== place.accountId
        ? [
            `The outputs are those of account ${outputs.entry.aws.accountId}, and this sign-in belongs to ${place.accountId}.`,
          ]
        : []),
    ],
  };
}

function listNames({ tables, queues, machines, buckets, functions }: AccountLists) {
  return [
    ...tables.found.map((name) => ({ name, kind: 'table' as const })),
    ...queues.found.map(({ name }) => ({ name, kind: 'queue' as const })),
    ...machines.found.map(({ name }) => ({ name, kind: 'state-machine' as const })),
    ...buckets.found.map(({ name }) => ({ name, kind: 'bucket' as const })),
    ...functions.found.map((name) => ({ name, kind: 'function' as const })),
  ];
}

/** Names with such words come before the others, as far as the budget goes. */
const likelyWords = /autowire|extract|document|batch|download|fund|people|hr\b/i;

/** Orders names by how promising they are: those that are named, those of the convention, those with a likely word. */
function orderNames(
  names: readonly string[],
  kind: ConventionPart['kind'],
  { wanted, parts, outputNames }: Known,
): readonly string[] {
  const ofKind = wanted.filter((part) => part.kind === kind);
  const named = ofKind
    .flatMap(({ expected, inEntry }) => [inEntry, expected])
    .filter((name) => name !== null);
  const rank = (name: string): number => {
    if (outputNames.has(name)) return 0;
    if (stageIn(name, kind, parts) !== null) return 1;
    return likelyWords.test(name) ? 2 : 3;
  };
  const rest = names.map((name) => ({ name, by: rank(name) })).toSorted((one, other) => one.by - other.by);
  return [...new Set([...named, ...rest.map(({ name }) => name)])];
}

const mostAtOnce = 8;

async function describeTables(reader: AccountReader, known: Known, most: number): Promise<DescribedTables> {
  const listed = new Set(known.lists.tables.found);
  // A name of the convention is asked for even if it was not listed, because listing may be denied, or cut.
  const names = orderNames([...listed], 'table', known).filter(
    (name) => listed.has(name) || !known.lists.tables.isAll,
  );
  const { run } = createSlots(mostAtOnce);
  const answers = await Promise.all(
    names.slice(0, most).map((name) => run(async () => ({ name, seen: await reader.table(name) }))),
  );
  return {
    seen: new Map(
      answers.flatMap(({ name, seen }) => (seen.is === 'there' ? [[name, seen.value] as const] : [])),
    ),
    hidden: new Set(
      answers.flatMap(({ name, seen }) => (seen.is !== 'there' && listed.has(name) ? [name] : [])),
    ),
    left: Math.max(0, names.length - most),
  };
}

async function readQueues(reader: AccountReader, known: Known, most: number): Promise<ReadQueues> {
  const seen = new Map(known.lists.queues.found.map((queue) => [queue.name, queue]));
  const names = orderNames([...seen.keys()], 'queue', known);
  const { run } = createSlots(mostAtOnce);
  const redrives = new Map<string, string | null>();
  await Promise.all(
    names.slice(0, most).map((name) =>
      run(async () => {
        if (!seen.has(name)) {
          if (known.lists.queues.isAll) return;
          const found = await reader.queue(name);
          if (found.is !== 'there') return;
          seen.set(name, found.value);
        }
        const queue = seen.get(name);
        const target = queue === undefined ? null : await reader.redriveTarget(queue);
        if (target?.is === 'there') redrives.set(name, target.value);
      }),
    ),
  );
  return { seen, redrives, left: Math.max(0, names.length - most) };
}

const noTags = { names: new Set<string>(), notes: [] as readonly string[] };

async function readTags(
  reader: AccountReader,
  known: Known,
  tables: DescribedTables,
  { seen }: ReadQueues,
  { key, value }: { readonly key: string; readonly value: string },
  most: number,
): Promise<typeof noTags> {
  const { machines, buckets } = known.lists;
  const promising = (kind: ConventionPart['kind'], names: readonly string[]) =>
    orderNames(names, kind, known).filter((name) => names.includes(name));
  const all: readonly Tagged[][] = [
    promising('table', [...tables.seen.keys()]).map((name) => ({ kind: 'table', name })),
    promising('queue', [...seen.keys()]).flatMap((name) => {
      const queue = seen.get(name);
      return queue === undefined ? [] : [{ kind: 'queue' as const, queue }];
    }),
    machines.found.map((machine) => ({ kind: 'machine', machine })),
    buckets.found.map(({ name }) => ({ kind: 'bucket', name })),
  ];
  // Each kind gets its turn, so that many tables do not use up the budget of the others.
  const longest = Math.max(...all.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, at) =>
    all.flatMap((list) => list.slice(at, at + 1)),
  ).flat();
  const { run } = createSlots(mostAtOnce);
  const names = new Set<string>();
  await Promise.all(
    inTurn.slice(0, most).map((one) =>
      run(async () => {
        const tags = await reader.tags(one);
        if (tags.is === 'there' && tags.value.get(key) === value) names.add(nameOfTagged(one));
      }),
    ),
  );
  const left = inTurn.length - most;
  return {
    names,
    notes: [
      ...(left > 0 ? [`Tags were read of ${most} resources; at least ${left} more were not asked.`] : []),
      ...(names.size === 0 ? [`Nothing that was asked has the tag ${key}=${value}.`] : []),
    ],
  };
}

function nameOfTagged(one: Tagged): string {
  switch (one.kind) {
    case 'queue':
      return `queue:${one.queue.name}`;
    case 'machine':
      return `state-machine:${one.machine.name}`;
    default:
      return `${one.kind}:${one.name}`;
  }
}

function summariseLists(lists: AccountLists): Discovery['listed'] {
  return [
    summariseList('table', 'tables', lists.tables),
    summariseList('queue', 'queues', lists.queues),
    summariseList('state-machine', 'state machines', lists.machines),
    summariseList('bucket', 'buckets', lists.buckets),
    summariseList('function', 'functions', lists.functions),
    summariseList('alarms', 'alarms', lists.alarms),
  ];
}

function summariseList(kind: DiscoveredPart['kind'], label: string, { found, isAll }: Listed<unknown>) {
  return { kind, label, count: found.length, isAll };
}

function aboutCuts(
  lists: AccountLists,
  tables: DescribedTables,
  queues: ReadQueues,
  limits: typeof discoveryLimits,
): readonly string[] {
  return [
    ...(tables.left > 0
      ? [
          `The keys of ${limits.tables} tables were read, those with fitting names first; at least ${tables.left} more were not. Name a table by hand if it is missing here.`,
        ]
      : []),
    ...(queues.left > 0
      ? [`The redrive policies of ${limits.queues} queues were read; at least ${queues.left} more were not.`]
      : []),
    ...(!lists.tables.isAll && lists.tables.found.length > 0
      ? [`There are at least ${lists.tables.found.length} tables; the list was not read to its end.`]
      : []),
  ];
}
