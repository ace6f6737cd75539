import type {
  AttributeValue,
  BatchGetItemCommandInput,
  DynamoDBClient,
  GetItemCommandInput,
  QueryCommandInput,
} from '@aws-sdk/client-dynamodb';
import type { PatternDeclaration, SortCondition, SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { findLead } from '#shared/catalogue/keys/key-overlap.ts';
import { parseTemplate } from '#shared/catalogue/keys/key-template.ts';
import { locate, type Located } from '#shared/catalogue/questions/locate.ts';
import { downloads } from '#shared/catalogue/systems/downloads-system.ts';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import type { PipelineNames } from '#shared/domain/pipeline-names.ts';

/** Counts under which names of the catalogue the functions read. */
export interface QueryCounts {
  /** Counts every read of this client from now on. */
  listenTo(client: DynamoDBClient): void;
  /** Returns what was counted since the last call, as lines for the log, and begins again from zero. */
  takeLines(at: { readonly stage: string; readonly now: number }): readonly string[];
}

/** Reads that the catalogue does not have are counted as this, and are a reason to look at the design. */
const otherPattern = 'other';

export function queryCounts(names: PipelineNames): QueryCounts {
  const namePattern = patternNamer(names);
  let counts = new Map<string, number>();
  return {
    listenTo(client) {
      client.middlewareStack.add(
        (next, { commandName = '' }) =>
          (args) => {
            const pattern = namePattern(commandName, args.input);
            if (pattern !== undefined) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
            return next(args);
          },
        // The first step runs once for a call, however often it is sent.
        { step: 'initialize', name: 'count query patterns' },
      );
    },
    takeLines({ stage, now }) {
      const taken = counts;
      counts = new Map();
      return [...taken].map(([pattern, count]) =>
        JSON.stringify({
          _aws: {
            Timestamp: now,
            CloudWatchMetrics: [
              {
                Namespace: 'Autowired/QueryPatterns',
                Dimensions: [['Stage', 'Pattern']],
                Metrics: [{ Name: 'Count', Unit: 'Count' }],
              },
            ],
          },
          Stage: stage,
          Pattern: pattern,
          Count: count,
        }),
      );
    },
  };
}

/** A pattern of the catalogue, in the table that a deployment has for it. */
interface NamedPattern extends Located {
  readonly name: string;
  readonly tableName: string;
}

/** Returns a function that names a read, such as "extraction.documentById". It returns undefined for other commands. */
export function patternNamer(
  names: PipelineNames,
): (commandName: string, input: object) => string | undefined {
  const patterns = [
    ...listPatterns(extraction, { main: names.extraction.table }),
    ...listPatterns(downloads, { jobs: names.downloads.jobsTable, batches: names.downloads.batchesTable }),
  ];
  return (commandName, input) => {
    const asked = readQuestion(commandName, input);
    return asked && (findPattern(patterns, asked)?.name ?? otherPattern);
  };
}

function listPatterns(
  system: SystemDeclaration,
  tableNames: Readonly<Record<string, string>>,
): readonly NamedPattern[] {
  return Object.keys(system.patterns).map((key) => {
    const located = locate(system, key);
    return { ...located, name: `${system.id}.${key}`, tableName: tableNames[located.tableKey] ?? '' };
  });
}

interface Question {
  readonly operation: 'GetItem' | 'BatchGetItem' | 'Query' | 'Scan';
  readonly tableName: string | undefined;
  readonly indexName: string | null;
  readonly conditions: readonly Condition[];
  readonly isBackward: boolean;
  readonly attributes: readonly string[];
}

interface Condition {
  readonly attribute: string;
  readonly kind: KeyOfEach<SortCondition>;
  readonly values: readonly string[];
}
type KeyOfEach<T> = T extends unknown ? keyof T : never;

function readQuestion(commandName: string, input: object): Question | undefined {
  switch (commandName) {
    case 'GetItemCommand': {
      const { TableName, Key } = input as GetItemCommandInput;
      return { ...nothingMore, operation: 'GetItem', tableName: TableName, conditions: readKey(Key) };
    }
    case 'BatchGetItemCommand': {
      // The items of one call are of one kind in both pipelines, so the first says what all are.
      const [tableName, { Keys: [first] = [] } = {}] =
        Object.entries((input as BatchGetItemCommandInput).RequestItems ?? {})[0] ?? [];
      return { ...nothingMore, operation: 'BatchGetItem', tableName, conditions: readKey(first) };
    }
    case 'QueryCommand':
      return readQuery(input as QueryCommandInput);
    case 'ScanCommand':
      return { ...nothingMore, operation: 'Scan', tableName: undefined };
    default:
      return undefined;
  }
}

const nothingMore = { indexName: null, conditions: [], isBackward: false, attributes: [] } as const;

function readKey(key: Record<string, AttributeValue> = {}): readonly Condition[] {
  return Object.entries(key).map(([attribute, value]) => ({
    attribute,
    kind: 'equals',
    values: [readScalar(value)],
  }));
}

function readScalar(value: AttributeValue | undefined): string {
  return value?.S ?? value?.N ?? '';
}

function readQuery({
  TableName,
  IndexName,
  KeyConditionExpression = '',
  ExpressionAttributeNames = {},
  ExpressionAttributeValues = {},
  ScanIndexForward,
  ProjectionExpression = '',
}: QueryCommandInput): Question {
  const toName = (written = ''): string => ExpressionAttributeNames[written] ?? written;
  const toCondition = ({ groups = {} }: RegExpMatchArray): Condition => {
    const { prefixed, prefix, name, operator, value, from, to } = groups;
    return {
      attribute: toName(prefixed ?? name),
      kind: prefixed === undefined ? (kinds[operator ?? ''] ?? 'between') : 'beginsWith',
      values: [prefix, value, from, to].flatMap((one) =>
        one === undefined ? [] : [readScalar(ExpressionAttributeValues[one])],
      ),
    };
  };
  return {
    operation: 'Query',
    tableName: TableName,
    indexName: IndexName ?? null,
    conditions: [...KeyConditionExpression.matchAll(conditionForm)].map(toCondition),
    isBackward: ScanIndexForward === false,
    attributes: ProjectionExpression.split(',').map((name) => toName(name.trim())),
  };
}

const conditionForm =
  /begins_with\s*\(\s*(?<prefixed>[#\w]+)\s*,\s*(?<prefix>:\w+)\s*\)|(?<name>[#\w]+)\s*(?:(?<operator>[<>]=?|=)\s*(?<value>:\w+)|BETWEEN\s+(?<from>:\w+)\s+AND\s+(?<to>:\w+))/gi;

const kinds: Readonly<Record<string, Condition['kind']>> = {
  '=': 'equals',
  '<': 'before',
  '<=': 'upTo',
  '>': 'after',
  '>=': 'from',
};

/** Several patterns may ask in the same key; the one with the same order, attributes and fixed text is meant. */
function findPattern(patterns: readonly NamedPattern[], question: Question): NamedPattern | undefined {
  const [best] = patterns
    .filter((pattern) => isAskedBy(pattern, question))
    .map((pattern) => ({ pattern, rank: rank(pattern.pattern, question) }))
    .toSorted((one, other) => other.rank - one.rank);
  return best?.pattern;
}

function isAskedBy(named: NamedPattern, question: Question): boolean {
  const { pattern, schema, operation, tableName, indexName } = named;
  if (operation !== question.operation || tableName !== question.tableName) return false;
  if (indexName !== question.indexName) return false;
  const { conditions } = question;
  const partition = conditions.find(({ attribute }) => attribute === schema.partition.name);
  const sort = conditions.find(({ attribute }) => attribute === schema.sort?.name);
  if (partition?.kind !== 'equals' || !matches(pattern.partition, partition.values[0])) return false;
  return sort ? isSortedBy(pattern.sort, sort) : pattern.sort === undefined;
}

function isSortedBy(declared: SortCondition | undefined, { kind, values }: Condition): boolean {
  if (declared && 'beginsWith' in declared) {
    // A longer prefix, or a range below it, asks the same for less.
    const isBelow = kind === 'beginsWith' || kind === 'between';
    return isBelow && values.every((value) => value.startsWith(findLead(declared.beginsWith)));
  }
  const templates = declared && (declared as Readonly<Record<string, string | readonly string[]>>)[kind];
  if (templates === undefined) return false;
  return [templates].flat().every((template, index) => matches(template, values[index]));
}

function matches(template: string, value: string | undefined): boolean {
  return value !== undefined && parseTemplate(template, value) !== undefined;
}

function rank({ order, attributes, partition }: PatternDeclaration, question: Question): number {
  const isBackward = order === 'newest first' || order === 'last to first';
  const isSameOrder = isBackward === question.isBackward;
  const isSameAttributes = attributes?.toSorted().join(',') === question.attributes.toSorted().join(',');
  const fixedText = partition.replaceAll(/\{[^}]*\}/g, '').length;
  return (isSameOrder ? 2_000 : 0) + (isSameAttributes ? 1_000 : attributes ? -1_000 : 0) + fixedText;
}
