import { compareExact } from '../../domain/exact-number.ts';
import {
  findDeclared,
  type AttributeType,
  type EntityDeclaration,
  type SystemDeclaration,
} from '../declaration.ts';
import { keyValues, sampleAttributes, type Typed } from '../items/sample-attributes.ts';
import { isCalendarDate, keyBytes, readValue } from '../keys/hole-value.ts';
import { attributeOfHole, findEntity, holeNames } from '../keys/key-places.ts';
import { fillTemplate, listHoles, type HoleKind, type Params } from '../keys/key-template.ts';
import { locate, sortTemplates, type Located } from './locate.ts';

interface ParameterProblem {
  readonly parameter: string;
  /** Continues the sentence after the parameter's label: "is missing". */
  readonly problem: string;
}

type ReadParams =
  | { readonly ok: true; readonly params: Params }
  | { readonly ok: false; readonly problems: readonly ParameterProblem[] };

/** Reads a filled form as parameters of the pattern. */
export function readParams(
  system: SystemDeclaration,
  patternKey: string,
  typed: Readonly<Record<string, string>>,
): ReadParams {
  const located = locate(system, patternKey);
  const values = new Map<string, string>();
  const problems: ParameterProblem[] = [];
  const beginnings = listBeginnings(located);
  for (const { name, kind } of located.holes) {
    const read = readValue(kind, findDeclared(typed, name) ?? '');
    const choices = findDeclared(system.parameters, name)?.oneOf;
    if (!read.ok) problems.push({ parameter: name, problem: read.problem });
    else if (choices !== undefined && !choices.includes(read.value)) {
      problems.push({ parameter: name, problem: `is not one of ${choices.join(', ')}` });
    } else values.set(name, beginnings.has(name) ? wholeSecond(read.value) : read.value);
  }
  for (const name of Object.keys(typed)) {
    if (located.holes.some((hole) => hole.name === name)) continue;
    problems.push({ parameter: name, problem: 'is not a parameter of this question' });
  }
  const params = Object.fromEntries(values);
  if (problems.length === 0) problems.push(...keyProblems(located, params));
  return problems.length === 0 ? { ok: true, params } : { ok: false, problems };
}

/** Returns the times that only begin a range, or that a range stops before. */
function listBeginnings({ pattern: { partition, sort } }: Located): ReadonlySet<string> {
  const ends = sortTemplates(sort);
  const isSplit = sort !== undefined && ('from' in sort || 'before' in sort || 'between' in sort);
  const elsewhere = new Set([partition, ...ends.slice(1)].flatMap(listHoles).map(({ name }) => name));
  const times = isSplit ? listHoles(ends[0] ?? '').filter(({ kind }) => kind === 'time') : [];
  return new Set(times.map(({ name }) => name).filter((name) => !elsewhere.has(name)));
}

/**
 * Keys are compared as text, in which "14:20:00Z" comes after "14:20:00.999Z". Written with milliseconds it comes
 * before them, whether or not the keys have any.
 */
function wholeSecond(time: string): string {
  return time.replace(/(T\d{2}:\d{2}:\d{2})(?:\.(\d{1,3}))?Z$/, (_, clock: string, fraction = '') => {
    return `${clock}.${String(fraction).padEnd(3, '0')}Z`;
  });
}

/** Finds problems that a single value cannot show: a key that is too long, or a reversed range. */
function keyProblems({ pattern, schema }: Located, params: Params): readonly ParameterProblem[] {
  const ends = sortTemplates(pattern.sort).map((template) => fillTemplate(template, params, keyBytes.sort));
  for (const filled of [fillTemplate(pattern.partition, params), ...ends]) {
    if (!filled.ok) return [{ parameter: filled.parameter, problem: filled.problem }];
  }
  const [low, high] = ends.map((end) => (end.ok ? end.key : ''));
  if (low === undefined || high === undefined) return [];
  const turned = schema.sort?.type === 'N' ? compareExact(low, high) > 0 : isAfter(low, high);
  return turned ? [{ parameter: lastHole(pattern.sort), problem: `is before the other end, ${low}` }] : [];
}

function lastHole(sort: Located['pattern']['sort']): string {
  return listHoles(sortTemplates(sort)[1] ?? '').at(-1)?.name ?? '';
}

/**
 * DynamoDB compares UTF-8 bytes. That is the order of code points, which JavaScript's own comparison does not follow.
 */
function isAfter(one: string, other: string): boolean {
  const others = Array.from(other);
  for (const [index, character] of Array.from(one).entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (others[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

const mostExamples = 6;

/** Returns values that find the system's own sample items, the fullest first. The declared examples come last. */
export function buildExamples(system: SystemDeclaration, located: Located, now?: number): readonly Typed[] {
  const { pattern, tableKey, holes } = located;
  const given: Typed = Object.fromEntries(
    holes.flatMap(({ name }) => {
      const parameter = findDeclared(system.parameters, name);
      const example = parameter?.example ?? parameter?.oneOf?.[0];
      return example === undefined ? [] : [[name, example]];
    }),
  );
  const found = new Map<string, Typed>();
  for (const sample of findDeclared(system.samples, tableKey) ?? []) {
    const attributes = sampleAttributes(system, tableKey, sample);
    const entity = findEntity(system, tableKey, attributes);
    if (entity === null || !pattern.returns.includes(entity)) continue;
    const values = keyValues(located, attributes);
    if (values === undefined) continue;
    const whole = { ...given, ...values };
    found.set(JSON.stringify(holes.map(({ name }) => findDeclared(whole, name) ?? '')), whole);
  }
  const missing = (values: Typed) => holes.filter(({ name }) => !findDeclared(values, name)).length;
  const examples = found.size === 0 && missing(given) === 0 ? [given] : [...found.values()];
  const others = (values: Typed) => holes.filter(({ name }) => values[name] !== given[name]).length;
  const best = examples
    .toSorted((a, b) => missing(a) - missing(b) || others(a) - others(b))
    .slice(0, mostExamples);
  const { examplesWrittenOn: writtenOn } = system;
  if (writtenOn === undefined || now === undefined) return best;
  const kinds = new Map(holes.map(({ name, kind }) => [name, kind]));
  return best.map((values) => exampleOfNow(values, kinds, { writtenOn, now }));
}

const dayMs = 86_400_000;

/** Moves examples from the day they were written on to the day before `now`, so that the sandbox has matching data. */
function exampleOfNow(
  values: Typed,
  kinds: ReadonlyMap<string, HoleKind>,
  { writtenOn, now }: { readonly writtenOn: string; readonly now: number },
): Typed {
  const moved = Math.floor(now / dayMs) * dayMs - dayMs - Date.parse(writtenOn);
  const dayThen = new Date(Date.parse(writtenOn) + moved).toISOString().slice(0, 10);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, moveOne(value, kinds.get(name))]),
  );

  function moveOne(value: string, kind: HoleKind | undefined): string {
    if (kind === 'epochMs') return String(Number(value) + moved);
    if (kind === 'time') return new Date(Date.parse(value) + moved).toISOString();
    if (kind === 'date' && isCalendarDate(value)) {
      return new Date(Date.parse(value) + moved).toISOString().slice(0, 10);
    }
    return value.replaceAll(writtenOn, dayThen);
  }
}

/** Lists the names by which an entity may be looked up: those in its keys, then its attributes that can be in a key. */
export function askableBy(system: SystemDeclaration, entity: string): readonly string[] {
  const declaration = findDeclared(system.entities, entity);
  if (declaration === undefined) return [];
  const asked = Object.values(system.patterns)
    .filter(({ returns }) => returns.includes(entity))
    // The ends of a range have their own names, "since" and "until", which are not attributes of the entity.
    .flatMap(({ partition, sort }) =>
      sort !== undefined && 'equals' in sort ? [partition, ...sortTemplates(sort)] : [partition],
    );
  const inKeys = holeNames([...Object.values(declaration.keys), ...asked]).map(
    (hole) => attributeOfHole(declaration, hole)?.name ?? hole,
  );
  const timeToLive = findDeclared(system.tables, declaration.table)?.timeToLive;
  return [...new Set([...inKeys, ...listKeyCandidates(declaration)])].filter((name) => name !== timeToLive);
}

/** Leaves out keys that only repeat other attributes, such as GSI1PK. */
function listKeyCandidates({ attributes, keys }: EntityDeclaration): readonly string[] {
  return Object.entries(attributes)
    .filter(([name, { type, secret, oneOf }]) => {
      const alwaysTheSame = oneOf?.length === 1;
      return secret === undefined && !alwaysTheSame && !neverKeys.has(type) && !Object.hasOwn(keys, name);
    })
    .map(([name]) => name);
}

const neverKeys: ReadonlySet<AttributeType> = new Set([
  'flag',
  'presigned address',
  'text set',
  'number set',
  'list',
  'map',
  'binary',
]);
