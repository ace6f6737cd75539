import type { z } from 'zod';
import type { SystemDeclaration } from '../declaration.ts';
import { checkEntities, checkSamples, checkTables } from './check-entities.ts';
import { checkCounts, checkParameters, checkPatterns, checkWrites } from './check-patterns.ts';
import type { Complaint } from './complaint.ts';
import { systemShape, whyAbsent } from './system-shape.ts';

/** The JSON form of a system, for files that teams write and for messages from the main process to a page. */
export const systemSchema: z.ZodType<SystemDeclaration> = systemShape.superRefine((system, context) => {
  for (const { path, message } of listComplaints(system)) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
});

function listComplaints(system: SystemDeclaration): readonly Complaint[] {
  const tooMany = checkCounts(system);
  if (tooMany.length > 0) return tooMany;
  return [checkTables, checkEntities, checkPatterns, checkParameters, checkWrites, checkSamples].flatMap(
    (check) => check(system),
  );
}

type ReadSystem =
  | { readonly ok: true; readonly system: SystemDeclaration }
  | { readonly ok: false; readonly problems: readonly SystemProblem[] };

/** These are enough to correct a file. More of them are usually one mistake repeated. */
const mostProblems = 50;

/** Never throws, whatever JSON it is given. `at` is the place of this system in a file of several. */
export function readSystem(json: unknown, at = ''): ReadSystem {
  const source = { json, at };
  const unfit = unfitJson(json);
  if (unfit !== undefined) return { ok: false, problems: [told(source, unfit.path, unfit.problem)] };
  const read = systemSchema.safeParse(json);
  if (read.success) return { ok: true, system: read.data };
  const problems = read.error.issues.flatMap((issue) => describeFault(issue, source));
  return { ok: false, problems: problems.slice(0, mostProblems) };
}

/** A problem in a declaration, worded for the person who edits the file. */
export interface SystemProblem {
  /** The place in the file: `patterns.byStatus.sort.beginsWith`. */
  readonly path: string;
  /** The value found there, shortened. */
  readonly value: string;
  readonly problem: string;
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** The declaration as it was read, and where it begins in its file: "" or `systems[1]`. */
interface Source {
  readonly json: unknown;
  readonly at: string;
}

function describeFault(issue: Issue, root: Source): readonly SystemProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => told(root, [...issue.path, key], whyAbsent(key) ?? issue.message));
  }
  if (issue.code === 'invalid_union') {
    const nearest = issue.errors.find((branch) => branch.every((inner) => isInside(inner, root, issue.path)));
    if (nearest === undefined) return absentInside(issue, root);
    return nearest.flatMap((inner) =>
      describeFault({ ...inner, path: [...issue.path, ...inner.path] }, root),
    );
  }
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
    return [told(root, issue.path, issue.issues.map(expectation).join('; '))];
  }
  return [told(root, issue.path, expectation(issue))];
}

function told(root: Source, path: Path, problem: string): SystemProblem {
  return {
    path: formatPath(path, root.at),
    value: shown(valueAt(root.json, path), path[0] === 'samples'),
    problem,
  };
}

/** A choice was intended if a value inside it is present but wrong, and it has no unknown word. */
function isInside(inner: Issue, root: Source, path: Path): boolean {
  return (
    inner.code !== 'unrecognized_keys' &&
    inner.path.length > 0 &&
    valueAt(root.json, [...path, ...inner.path]) !== undefined
  );
}

/** None of the choices fits. The problem is reported on the whole value, or on a word that is deliberately absent. */
function absentInside(issue: Issue, root: Source): readonly SystemProblem[] {
  const value = valueAt(root.json, issue.path);
  const asked = isObject(value) ? Object.keys(value).filter((key) => whyAbsent(key) !== undefined) : [];
  if (asked.length === 0) return [told(root, issue.path, issue.message)];
  return asked.map((key) => told(root, [...issue.path, key], whyAbsent(key) ?? issue.message));
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${kinds.get(issue.expected) ?? 'another kind of value'}`;
    case 'invalid_value':
      return `expected ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'too_big':
      return `expected at most ${measured(issue.maximum, issue.origin)}`;
    case 'too_small':
      return `expected at least ${measured(issue.minimum, issue.origin)}`;
    default:
      return issue.message;
  }
}

const kinds = new Map<string, string>([
  ['string', 'a text in quotes'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['tuple', 'a list of two'],
  ['object', 'an object'],
  ['record', 'an object'],
]);

function measured(limit: number | bigint, origin: string): string {
  if (origin === 'string') return `${limit} ${Number(limit) === 1 ? 'character' : 'characters'}`;
  return origin === 'array' ? `${limit} in the list` : String(limit);
}

/** Writes a place in a declaration as its problems name it: `entities.Order.keys.PK`. */
export function formatPath(path: Path, at: string): string {
  if (path.length === 0 && at === '') return '(top level)';
  return path.reduce<string>((all, part) => {
    if (typeof part === 'number') return `${all}[${part}]`;
    const name = String(part);
    if (!/^[A-Za-z_$][\w$-]*$/.test(name)) return `${all}[${clipped(name)}]`;
    return all === '' ? name : `${all}.${name}`;
  }, at);
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const part of path) {
    if (!isObject(value) || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Samples may be real items, so only the kind of their values is shown. */
function shown(value: unknown, secret: boolean): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isObject(value)) return 'an object';
  if (!secret) return clipped(value);
  return typeof value === 'string' ? `a text, ${value.length} long` : `a ${typeof value}`;
}

const most = 60;

function clipped(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

interface Unfit {
  readonly path: readonly (string | number)[];
  readonly problem: string;
}

const deepest = 40;

/**
 * Finds JSON that would break the schema instead of being reported by it: values nested deeper than the stack allows,
 * and `__proto__`, which the schema drops silently.
 */
function unfitJson(json: unknown): Unfit | undefined {
  // A list replaces recursion here, which could exhaust the stack as well.
  const open: { value: unknown; path: readonly (string | number)[] }[] = [{ value: json, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (path.length >= deepest) return { path, problem: `is nested deeper than ${deepest} levels` };
    if (Object.hasOwn(value, '__proto__')) {
      return {
        path: [...path, '__proto__'],
        problem: 'is a name that JavaScript takes for itself; expected another one',
      };
    }
    for (const [name, inner] of Object.entries(value)) {
      open.push({ value: inner, path: [...path, Array.isArray(value) ? Number(name) : name] });
    }
  }
  return undefined;
}
