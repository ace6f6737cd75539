import type { TableDescription } from '@aws-sdk/client-dynamodb';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { DiscoveredPart, FoundPart } from '#shared/contract/connections.ts';
import { expectedName, stageIn, type ConventionPart } from './conventions.ts';
import type { AccountLists, QueueSeen } from './list-account.ts';
import { fitTable, judgeTable, reasonsOfName, type TableFit } from './recognise-table.ts';

export interface Wanted extends ConventionPart {
  readonly expected: string | null;
  /** The name in the entry of the outputs. */
  readonly inEntry: string | null;
}

export interface Known {
  readonly lists: AccountLists;
  readonly wanted: readonly Wanted[];
  readonly parts: readonly ConventionPart[];
  readonly stage: string | null;
  readonly outputNames: ReadonlySet<string>;
}

export interface Facts extends Known {
  readonly systems: readonly SystemDeclaration[];
  readonly tables: DescribedTables;
  readonly queues: ReadQueues;
  /** Names with the tag, as "table:name". */
  readonly tagged: ReadonlySet<string>;
  readonly region: string;
}

export interface DescribedTables {
  readonly seen: ReadonlyMap<string, TableDescription>;
  /** Tables that are there and could not be described. */
  readonly hidden: ReadonlySet<string>;
  /** Tables that the budget left out. */
  readonly left: number;
}

export interface ReadQueues {
  readonly seen: ReadonlyMap<string, QueueSeen>;
  /** Where failed messages go, by the queue; a queue whose policy could not be read is missing. */
  readonly redrives: ReadonlyMap<string, string | null>;
  readonly left: number;
}

/** Returns every part of the systems, with what the account has for it. */
export function matchParts(facts: Facts): DiscoveredPart[] {
  const fits = fitTables(facts);
  return [...facts.wanted.map((part) => toPart(part, findFor(part, facts, fits))), alarmsPart(facts)];
}

const order = { certain: 0, likely: 1, possible: 2 } as const;
const mostFound = 12;

function toPart(part: Wanted, found: readonly FoundPart[]): DiscoveredPart {
  const { system, part: place, isSetting, kind, label, expected } = part;
  const best = found.toSorted(
    (one, other) =>
      order[one.sure] - order[other.sure] || Number(other.isByConvention) - Number(one.isByConvention),
  );
  return { system, part: place, isSetting, kind, label, expected, found: best.slice(0, mostFound) };
}

function findFor(part: Wanted, facts: Facts, fits: Fits): readonly FoundPart[] {
  switch (part.kind) {
    case 'table':
      return findTables(part, facts, fits);
    case 'queue':
      return findQueues(part, facts);
    case 'state-machine':
      return findByName(
        part,
        facts.lists.machines.found.map(({ name }) => name),
        facts,
      );
    case 'bucket':
      return findBuckets(part, facts);
    default:
      return findByName(part, facts.lists.functions.found, facts);
  }
}

function findTables(part: Wanted, facts: Facts, fits: Fits): readonly FoundPart[] {
  const judge = (name: string, fit: TableFit | null): readonly FoundPart[] => {
    const isExpected = name === part.expected;
    const isInOutputs =
      part.inEntry === null
        ? !isExpected && facts.outputNames.has(name) && fit?.hasKeys === true
        : name === part.inEntry;
    const better = isExpected || isInOutputs ? null : findBetterPart(part, name, fit, facts, fits);
    // A table that is surely another part is not offered for this one.
    if (better !== null && (better.isNamed || fit?.lacks.length !== 0)) return [];
    const stage = stageIn(name, 'table', [part]);
    const otherStage =
      !isExpected && stage !== null && stage !== facts.stage && stageIn(name, 'table', facts.parts) === stage
        ? stage
        : null;
    const hasTag = facts.tagged.has(`table:${name}`);
    const judged = judgeTable({ name, fit, isExpected, isInOutputs, hasTag, otherStage });
    if (judged === null) return [];
    if (better === null) return [judged];
    const why = `${judged.why} It fits ${better.part.system} better, by more indexes.`;
    return [{ ...judged, sure: 'possible', why }];
  };
  return [
    ...[...(fits.get(part.part) ?? [])].flatMap(([name, fit]) => judge(name, fit)),
    ...[...facts.tables.hidden].flatMap((name) => judge(name, null)),
  ];
}

/** How each described table compares with each part, by the part's path. */
type Fits = ReadonlyMap<string, ReadonlyMap<string, TableFit>>;

function fitTables({ wanted, systems, tables }: Facts): Fits {
  return new Map(
    wanted.flatMap(({ part, system: id, tableKey }) => {
      const system = systems.find((one) => one.id === id);
      if (system === undefined || tableKey === null) return [];
      const fits = [...tables.seen].map(
        ([name, table]) => [name, fitTable(system, tableKey, table)] as const,
      );
      return [[part, new Map(fits)] as const];
    }),
  );
}

/** Finds another part that is called by this name, or whose keys and more indexes this table has. */
function findBetterPart(
  part: Wanted,
  name: string,
  fit: TableFit | null,
  { wanted }: Facts,
  fits: Fits,
): { readonly part: Wanted; readonly isNamed: boolean } | null {
  for (const other of wanted) {
    if (other.part === part.part || other.kind !== 'table') continue;
    const its = fits.get(other.part)?.get(name);
    if (other.expected === name || other.inEntry === name) {
      // The convention's name on other keys proves nothing.
      if (its === undefined || its.hasKeys) return { part: other, isNamed: true };
    }
    const isFull = its?.hasKeys === true && its.lacks.length === 0;
    if (isFull && its.declaredIndexes > (fit?.declaredIndexes ?? 0)) return { part: other, isNamed: false };
    // A full fit is better than a partial one, however many indexes that declares.
    if (isFull && fit !== null && fit.lacks.length > 0) return { part: other, isNamed: false };
  }
  return null;
}

function findQueues(part: Wanted, facts: Facts): readonly FoundPart[] {
  const { seen, redrives } = facts.queues;
  const named = findByName(part, [...seen.keys()], facts);
  const target = facts.wanted.find((other) => other.part === part.failsTo);
  return named.flatMap((found) => {
    const isSource = [...redrives.values()].includes(found.name);
    const looksDead = isSource || /dlq|dead/i.test(found.name);
    // A word in a name says little, so a guess must at least be of the right kind of queue.
    if (found.by === 'keys' && looksDead !== (part.failsTo === null)) return [];
    if (part.failsTo === null) {
      if (isSource || found.by === 'keys')
        return [
          {
            ...found,
            why: isSource ? `${found.why} Failed messages of another queue go there.`.trim() : found.why,
          },
        ];
      return [
        {
          ...found,
          lacks: [
            {
              what: 'No queue sends failed messages there',
              means: 'Its dead letters cannot be sent back to their source by SQS.',
            },
          ],
        },
      ];
    }
    const goes = redrives.get(found.name);
    if (goes === undefined)
      return [{ ...found, why: `${found.why} Its redrive policy could not be read.`.trim() }];
    if (goes === null) {
      return [
        {
          ...found,
          lacks: [
            {
              what: 'It has no redrive policy',
              means: 'Failed messages are lost instead of becoming dead letters.',
            },
          ],
        },
      ];
    }
    const isRight = target === undefined || goes === (target.inEntry ?? target.expected);
    const why = `${found.why} Failed messages go to ${goes}.`.trim();
    if (isRight || found.by === 'keys') return [{ ...found, why }];
    return [
      {
        ...found,
        why,
        lacks: [{ what: `Failed messages go to ${goes}`, means: `Name that queue as ${target.label}.` }],
      },
    ];
  });
}

function findBuckets(part: Wanted, facts: Facts): readonly FoundPart[] {
  const regions = new Map(facts.lists.buckets.found.map(({ name, region }) => [name, region]));
  return findByName(part, [...regions.keys()], facts).map((found) => {
    const region = regions.get(found.name) ?? null;
    if (region === null || region === facts.region) return found;
    return {
      ...found,
      lacks: [
        {
          what: `It is in ${region}`,
          means: 'Documents cannot be shown: the connection asks in its own region.',
        },
      ],
    };
  });
}

/** Finds parts whose settings are not compared, only by what names, tags and outputs say. */
function findByName(part: Wanted, names: readonly string[], facts: Facts): readonly FoundPart[] {
  return names.flatMap((name): readonly FoundPart[] => {
    const isExpected = name === part.expected;
    const isInOutputs = name === part.inEntry;
    const hasTag = facts.tagged.has(`${part.kind}:${name}`);
    const isOfAnother = facts.wanted.some(
      (other) =>
        other.part !== part.part &&
        other.kind === part.kind &&
        (other.expected === name || other.inEntry === name),
    );
    const stage = stageIn(name, part.kind, facts.parts);
    const isMine = stage !== null && expectedName(part, stage) === name;
    const fits = part.word?.test(name) === true;
    const isGuess = !isOfAnother && (isMine || (fits && stage === null));
    if (!isExpected && !isInOutputs && !isGuess) return [];
    const isOutput = isInOutputs || (isGuess && facts.outputNames.has(name));
    const otherStage = !isExpected && isMine ? stage : null;
    const reasons = reasonsOfName({ isExpected, isInOutputs: isOutput, hasTag, otherStage });
    return [
      {
        name,
        by: isOutput ? 'outputs' : isExpected ? 'convention' : hasTag ? 'tag' : 'keys',
        sure: isExpected || isInOutputs ? 'certain' : isOutput || hasTag ? 'likely' : 'possible',
        why: reasons.length === 0 ? 'A word in its name fits.' : reasons.join(' '),
        lacks: [],
        isByConvention: isExpected,
      },
    ];
  });
}

const mostAlarms = 30;

/** Alarms belong to a connection by what they watch. */
function alarmsPart({ lists, wanted, queues, tables }: Facts): DiscoveredPart {
  const watched = new Map(
    wanted.flatMap(({ expected, inEntry, label }) =>
      [expected, inEntry].flatMap((name) => (name === null ? [] : [[name, label] as const])),
    ),
  );
  const isThere = (name: string): boolean =>
    queues.seen.has(name) || tables.seen.has(name) || watched.has(name);
  const found = lists.alarms.found.flatMap(({ name, about }): readonly FoundPart[] => {
    const subject = about.find((one) => watched.has(one) && isThere(one));
    if (subject === undefined) return [];
    return [
      {
        name,
        by: 'convention',
        sure: 'certain',
        why: `It watches ${subject}.`,
        lacks: [],
        isByConvention: true,
      },
    ];
  });
  return {
    system: 'extraction',
    part: 'alarms',
    isSetting: false,
    kind: 'alarms',
    label: 'alarms',
    expected: null,
    found: found.slice(0, mostAlarms),
  };
}
