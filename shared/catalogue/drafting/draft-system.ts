import { capitalize, counted } from '../../domain/formatting.ts';
import type {
  EntityDeclaration,
  IndexDeclaration,
  KeySchema,
  ParameterDeclaration,
  PatternDeclaration,
  SortCondition,
  SystemDeclaration,
  TableDeclaration,
} from '../declaration.ts';
import { findLead } from '../keys/key-overlap.ts';
import { keyAttributes, keyNames, keyPlaces, reachedBy, type KeyPlace } from '../keys/key-places.ts';
import { listHoles, parsePieces } from '../keys/key-template.ts';
import { sortTemplates } from '../questions/locate.ts';
import { findKeyShapes, type KeyShape, type SampledKey } from './key-shapes.ts';
import { isPlaceName } from './name-shapes.ts';
import { camelName, describeName, toOwnName } from './names.ts';

/** A declaration that is not saved yet, with everything in it that was not read but guessed. */
export interface SystemDraft {
  readonly system: SystemDeclaration;
  readonly guesses: readonly Guess[];
  /** Says what could not be known, in whole sentences. */
  readonly notes: readonly string[];
}

/** A guess is marked as long as the value at its path is still the guessed one. */
export interface Guess {
  /** The place in the declaration: "entities.Order.keys.PK". */
  readonly path: string;
  readonly value: string;
  readonly because: string;
}

/** Describes a table as DynamoDB does, without its items. */
export interface DescribedTable extends KeySchema {
  readonly name: string;
  readonly indexes: Readonly<Record<string, IndexDeclaration>>;
  /** The indexes that a declaration cannot express, with the reason. */
  readonly leftOut: readonly string[];
  /** DynamoDB updates these two counts about every six hours. They are null if it did not give them. */
  readonly items: number | null;
  readonly bytes: number | null;
}

interface Drafted {
  readonly table: DescribedTable;
  readonly sampled: readonly SampledKey[];
  /** The stage of the connection. A table name that contains it is written with `{stage}`. */
  readonly stage?: string | undefined;
}

/** Drafts a declaration from a table's description, and from key values if there are any. Nothing of them is kept. */
export function draftOfTable({ table, sampled, stage }: Drafted): SystemDraft {
  const { name, leftOut, ...schema } = table;
  const declared: TableDeclaration = {
    name: withStage(name, stage),
    partition: schema.partition,
    ...(schema.sort !== undefined && { sort: schema.sort }),
    ...(Object.keys(schema.indexes).length > 0 && { indexes: schema.indexes }),
  };
  const shapes = findKeyShapes(declared, sampled);
  const drafted = draftEntities(declared, shapes);
  const isStaged = declared.name !== name;
  const { system, guesses } = withPatterns({
    id: systemId(name, stage),
    name: describeName(systemId(name, stage)),
    about: aboutDraft(name, sampled.length),
    tables: { main: declared },
    entities: drafted.entities,
  });
  return {
    system,
    guesses: [
      ...(isStaged
        ? [guess('tables.main.name', declared.name, `The name contains the stage "${stage ?? ''}".`)]
        : []),
      ...drafted.guesses,
      ...guesses,
    ],
    notes: [
      ...leftOut,
      ...describeUnlike(shapes),
      ...(sampled.length === 0
        ? ['No key was sampled, so each key is one value. A value that contains "#" cannot be asked for yet.']
        : []),
      'Attributes other than keys were not read, so none is declared.',
      'A time to live was not looked up. Add "timeToLive" if the table has one.',
    ],
  };
}

function aboutDraft(table: string, sampled: number): string {
  const keys = sampled === 0 ? 'without sampled keys' : `from ${counted(sampled, 'sampled key')}`;
  return `Drafted from the table ${table}, ${keys}.`;
}

function describeUnlike(shapes: readonly KeyShape[]): readonly string[] {
  return shapes.flatMap(({ entity, unlike }) =>
    unlike.map((key) => `Values of ${key} in ${entity} have several forms. Only the commonest is declared.`),
  );
}

function withStage(name: string, stage: string | undefined): string {
  if (stage === undefined || stage.length < 2) return name;
  const parts = name.split(/([-_.])/);
  return parts.includes(stage) ? parts.map((part) => (part === stage ? '{stage}' : part)).join('') : name;
}

function systemId(table: string, stage: string | undefined): string {
  const id = table
    .split(/[^A-Za-z\d]+/)
    .filter((part) => part !== '' && part !== stage)
    .join('-')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  return id === '' ? 'table' : id;
}

export function guess(path: string, value: unknown, because: string): Guess {
  return { path, value: JSON.stringify(value), because };
}

interface DraftedEntities {
  readonly entities: Record<string, EntityDeclaration>;
  readonly guesses: readonly Guess[];
}

/** Makes an entity of each shape; without shapes, one whose keys are single values. */
export function draftEntities(table: TableDeclaration, shapes: readonly KeyShape[]): DraftedEntities {
  if (shapes.length === 0) return draftBareEntity(table);
  const entities: Record<string, EntityDeclaration> = {};
  const guesses: Guess[] = [];
  for (const { entity, keys, sparse, found } of shapes) {
    entities[entity] = {
      table: 'main',
      keys,
      ...(sparse.length > 0 && {
        sparse: Object.fromEntries(sparse.map((index) => [index, 'only some items; say when'])),
      }),
      attributes: {},
    };
    const because = `${counted(found, 'sampled key')} ${found === 1 ? 'looks' : 'look'} like this.`;
    for (const [key, template] of Object.entries(keys)) {
      guesses.push(guess(`entities.${entity}.keys.${key}`, template, because));
    }
    for (const index of sparse) {
      guesses.push(
        guess(
          `entities.${entity}.sparse.${index}`,
          'only some items; say when',
          'Some of the sampled items have no keys for this index.',
        ),
      );
    }
  }
  return { entities, guesses };
}

function draftBareEntity(table: TableDeclaration): DraftedEntities {
  const schemas = [table, ...Object.values(table.indexes ?? {})];
  const attributes = new Map(schemas.flatMap(keyAttributes).map((key) => [key.name, key]));
  const names = new Map<string, string>();
  for (const { name } of attributes.values()) {
    const own = isPlaceName(name) ? camelName(name) : toOwnName(camelName(name));
    names.set(name, own === '' ? toOwnName(name) : own);
  }
  const keys = Object.fromEntries(
    [...attributes.values()].map(({ name, type }) => [
      name,
      `{${names.get(name) ?? 'key'}${type === 'N' ? ':number' : ''}}`,
    ]),
  );
  const because = 'No key was sampled, so this is only the name of the attribute.';
  return {
    entities: { Item: { table: 'main', keys, attributes: {} } },
    guesses: Object.entries(keys).map(([key, template]) =>
      guess(`entities.Item.keys.${key}`, template, because),
    ),
  };
}

type WithoutPatterns = Omit<SystemDeclaration, 'patterns' | 'parameters'>;

/** Adds the questions that the keys can answer: by the whole key, by a prefix, by partition, and by each index. */
export function withPatterns(
  declared: WithoutPatterns,
  own: Readonly<Record<string, PatternDeclaration>> = {},
  which: 'also drafted' | 'own only' = 'also drafted',
): { readonly system: SystemDeclaration; readonly guesses: readonly Guess[] } {
  const places = keyPlaces({ ...declared, patterns: {} });
  const patterns: Record<string, PatternDeclaration> = { ...own };
  const numbers = new Set(Object.values(own).map(({ number }) => number));
  const guesses: Guess[] = [];
  let count = 0;
  for (const asked of which === 'own only' ? [] : places.flatMap(listQuestions)) {
    if (Object.keys(patterns).length >= mostPatterns) break;
    if (Object.values(patterns).some((other) => isSameQuestion(other, asked.pattern))) continue;
    do count += 1;
    while (numbers.has(`AP${count}`));
    const name = unusedIn(patterns, asked.name);
    patterns[name] = { number: `AP${count}`, ...asked.pattern };
    guesses.push(guess(`patterns.${name}.title`, asked.pattern.title, 'Named after the keys.'));
    guesses.push(guess(`patterns.${name}.asks`, asked.pattern.asks, 'Worded after the keys.'));
  }
  return { system: { ...declared, patterns, ...describeParameters(patterns) }, guesses };
}

/** A longer list is not read. A person adds what is missing. */
const mostPatterns = 100;

function unusedIn(patterns: Readonly<Record<string, unknown>>, name: string): string {
  const base = name in Object.prototype ? `${name}Items` : name;
  if (!Object.hasOwn(patterns, base)) return base;
  for (let count = 2; ; count += 1) if (!Object.hasOwn(patterns, `${base}${count}`)) return `${base}${count}`;
}

type Unnumbered = Omit<PatternDeclaration, 'number'>;

interface DraftedQuestion {
  readonly name: string;
  readonly pattern: Unnumbered;
}

function isSameQuestion(one: Unnumbered, other: Unnumbered): boolean {
  const words = ({ on, partition, sort }: Unnumbered) =>
    JSON.stringify([
      on,
      bare(partition),
      sort && Object.entries(sort).map(([word, t]) => [word, bare(String(t))]),
    ]);
  return words(one) === words(other);
}

/** Questions that differ only in the names of their values are one question. */
function bare(template: string): string {
  return template.replaceAll(/\{\w+/g, '{');
}

function listQuestions(place: KeyPlace): readonly DraftedQuestion[] {
  const { written, schema, indexName } = place;
  const isNumber = schema.sort?.type === 'N';
  const questions: DraftedQuestion[] = [];
  for (const { entity, partition, sort } of written) {
    const lead = sort === undefined || isNumber ? '' : findPrefix(sort);
    const many = describeName(entity, false);
    const items = many.endsWith('item') ? `${many}s` : `${many} items`;
    const isAlone = reachedBy({ partition }, place).length === 1;
    const of = ofPartition(partition, indexName);
    if (indexName === null) {
      questions.push(
        question(place, {
          name: `${camelName(entity)}ByKey`,
          title: `${describeName(entity)} by key`,
          asks: `Which ${many} has this key?`,
          partition,
          ...(sort !== undefined && { sort: { equals: sort } }),
          gives: 'one',
        }),
      );
    }
    if (lead !== '') {
      questions.push(
        question(place, {
          name: `${camelName(entity)}Items${of.name}`,
          title: `${capitalize(items)} ${of.words}`,
          asks: `Which ${items} are there ${of.words}?`,
          partition,
          sort: { beginsWith: lead },
          gives: 'many',
        }),
      );
    }
    // The prefix or the whole key already asks for an entity that has the partition to itself.
    const isAsked =
      isAlone && (lead !== '' || (indexName === null && (sort === undefined || isFixedKey(sort))));
    if (!isAsked) {
      questions.push(
        question(place, {
          name: `${isAlone ? `all${entity}Items` : 'allItems'}${of.name}`,
          title: `All ${isAlone ? items : 'items'} ${of.words}`,
          asks: `What is there ${of.words}?`,
          partition,
          gives: 'many',
        }),
      );
    }
  }
  return questions;
}

type Asked = Pick<Unnumbered, 'title' | 'asks' | 'partition' | 'sort' | 'gives'> & { readonly name: string };

function question(place: KeyPlace, { name, partition, sort, ...words }: Asked): DraftedQuestion {
  const condition = { partition, ...(sort !== undefined && { sort: renamed(sort, partition) }) };
  const reached = reachedBy(condition, place);
  const isByTime =
    words.gives === 'many' &&
    reached.length > 0 &&
    reached.every((key) => key.sort !== undefined && isInTimeOrder(key.sort));
  const pattern: Unnumbered = {
    ...words,
    title: words.title.slice(0, 120),
    asks: words.asks.slice(0, 300),
    on: place.on,
    ...condition,
    ...(isByTime && { order: 'newest first' }),
    returns: reached.map(({ entity }) => entity),
  };
  return { name, pattern };
}

/** A value of a sort key cannot have the name of a partition's value of another kind. */
function renamed(sort: SortCondition, partition: string): SortCondition {
  const kinds = new Map(listHoles(partition).map(({ name, kind }) => [name, kind]));
  if (!('equals' in sort)) return sort;
  const equals = sort.equals.replaceAll(/\{(\w+)(?::(\w+))?\}/g, (hole, name: string, kind = 'text') =>
    (kinds.get(name) ?? kind) === kind ? hole : `{${name}OfItem${kind === 'text' ? '' : `:${kind}`}}`,
  );
  return { equals };
}

function isFixedKey(sort: string): boolean {
  return listHoles(sort).length === 0;
}

/** Returns the fixed text up to the first value, if there is a value. */
function findPrefix(sort: string): string {
  const lead = findLead(sort);
  return isFixedKey(sort) ? '' : lead;
}

function isInTimeOrder(sort: string): boolean {
  const first = parsePieces(sort).find((piece) => typeof piece !== 'string');
  return first !== undefined && ['date', 'time', 'ulid', 'epochMs', 'epochSeconds'].includes(first.kind);
}

function ofPartition(
  partition: string,
  index: string | null,
): { readonly name: string; readonly words: string } {
  const holes = listHoles(partition).map(({ name }) => name);
  const by = index === null ? '' : ` in ${index}`;
  const last = holes.at(-1);
  if (last === undefined) {
    const fixed = camelName(partition);
    return { name: `Of${capitalize(fixed)}`, words: `in ${partition}${by}` };
  }
  const subject = last.replace(/Id$/, '');
  const name = capitalize(subject);
  return { name: `Of${name}`, words: `of this ${describeName(subject === '' ? last : subject, false)}${by}` };
}

function describeParameters(
  patterns: Readonly<Record<string, PatternDeclaration>>,
  known: Readonly<Record<string, ParameterDeclaration>> = {},
): Pick<SystemDeclaration, 'parameters'> {
  const names = new Set(
    Object.values(patterns)
      .flatMap(({ partition, sort }) => [partition, ...sortTemplates(sort)])
      .flatMap(listHoles)
      .map(({ name }) => name),
  );
  if (names.size === 0) return {};
  const parameters = [...names].map((name) => [name, known[name] ?? { label: describeName(name) }] as const);
  return { parameters: Object.fromEntries(parameters) };
}

/** Returns the system with a form label for each value that is asked for, and none for others. */
export function withParameters(system: SystemDeclaration): SystemDeclaration {
  const { parameters, ...others } = system;
  return { ...others, ...describeParameters(system.patterns, parameters) };
}

/** Lists the key attributes of a table, for reading nothing but these. */
export function sampledNames(table: DescribedTable, index: string | null): readonly string[] {
  const chosen = index === null ? undefined : table.indexes[index];
  if (chosen !== undefined && chosen.projection !== 'ALL') {
    return [...new Set([...keyNames(table), ...keyNames(chosen)])];
  }
  return [...new Set([table, ...Object.values(table.indexes)].flatMap(keyNames))];
}
