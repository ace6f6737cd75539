import { compareExact } from '../../domain/exact-number.ts';
import type { SystemDeclaration } from '../declaration.ts';
import { fillTemplate, holesOf } from '../templates/fill-template.ts';
import { findDeclared } from '../find-declared.ts';
import { keyBytes } from '../templates/key-size.ts';
import type { Params } from '../templates/key-template.ts';
import { locate, sortTemplates } from './locate.ts';
import type { Located } from './locate.ts';
import { readValue } from '../templates/read-value.ts';

export interface ParameterProblem {
  readonly parameter: string;
  /** Reads on after the parameter's label: "is missing". */
  readonly problem: string;
}

export type ReadParams =
  | { readonly ok: true; readonly params: Params }
  | { readonly ok: false; readonly problems: readonly ParameterProblem[] };

/** A filled form, as parameters that the pattern can be asked with. */
export function readParams(
  system: SystemDeclaration,
  patternKey: string,
  typed: Readonly<Record<string, string>>,
): ReadParams {
  const located = locate(system, patternKey);
  const values = new Map<string, string>();
  const problems: ParameterProblem[] = [];
  const beginnings = beginningsOf(located);
  for (const { name, kind } of located.holes) {
    const read = readValue(kind, findDeclared(typed, name) ?? '');
    const choices = findDeclared(system.parameters, name)?.oneOf;
    if (!read.ok) problems.push({ parameter: name, problem: read.problem });
    else if (choices !== undefined && !choices.includes(read.value)) {
      problems.push({ parameter: name, problem: `is none of ${choices.join(', ')}` });
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

/** Times that only a range begins at, or stops short of. */
function beginningsOf({ pattern: { partition, sort } }: Located): ReadonlySet<string> {
  const ends = sortTemplates(sort);
  const isSplit = sort !== undefined && ('from' in sort || 'before' in sort || 'between' in sort);
  const elsewhere = new Set([partition, ...ends.slice(1)].flatMap(holesOf).map(({ name }) => name));
  const times = isSplit ? holesOf(ends[0] ?? '').filter(({ kind }) => kind === 'time') : [];
  return new Set(times.map(({ name }) => name).filter((name) => !elsewhere.has(name)));
}

/**
 * Keys are compared as text, in which "14:20:00Z" comes after "14:20:00.999Z". With its milliseconds it
 * comes before them, whether the keys have any or not.
 */
function wholeSecond(time: string): string {
  return time.replace(/(T\d{2}:\d{2}:\d{2})(?:\.(\d{1,3}))?Z$/, (_, clock: string, fraction = '') => {
    return `${clock}.${String(fraction).padEnd(3, '0')}Z`;
  });
}

/** What each value by itself does not show: that its key is too long, or its range is turned round. */
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
  return holesOf(sortTemplates(sort)[1] ?? '').at(-1)?.name ?? '';
}

/** DynamoDB compares UTF-8, whose order is that of code points and not of JavaScript's own comparison. */
function isAfter(one: string, other: string): boolean {
  const others = Array.from(other);
  for (const [index, character] of Array.from(one).entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (others[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
