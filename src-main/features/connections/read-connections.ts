import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { ConsoleParts } from '#shared/catalogue/iam/console-needs.ts';
import { connectionSchema, sandboxConnectionId, type Connection } from '#shared/domain/connection.ts';
import { namesByConvention, namesOfConnection } from '#shared/domain/pipeline-names.ts';
import { parseJson, repeatedName } from '../../home/parse-json.ts';

export interface ConnectionsFile {
  readonly file: string;
  readonly connections: readonly Connection[];
  readonly problems: readonly FileProblem[];
}

/** Never throws: a broken file only costs the connections in it, and the sandbox still opens. */
export function readConnections(home: string): ConnectionsFile {
  const file = join(home, 'connections.json');
  const text = readText(file);
  if (text === undefined) return { file, connections: [], problems: [] };
  if (typeof text !== 'string') return { file, connections: [], problems: [text] };
  return { file, ...parseConnections(text) };
}

export function parseConnections(text: string): Omit<ConnectionsFile, 'file'> {
  const json = parseJson(text);
  if ('problem' in json) {
    return { connections: [], problems: [{ path: json.path, problem: json.problem }] };
  }
  const twice = repeatedName(text);
  if (twice !== undefined) {
    // JSON keeps the last of two equal names, so the result could be something that neither author meant.
    const problem = 'this name is there twice in one object; expected each name once';
    return { connections: [], problems: [{ path: twice.path, problem }] };
  }
  if (!isRecord(json.value)) {
    return {
      connections: [],
      problems: [{ path: '(top level)', problem: 'expected an object with "connections"' }],
    };
  }
  const problems: FileProblem[] = Object.keys(json.value)
    .filter((key) => key !== 'connections')
    .map((key) => ({ path: key, problem: 'is not known here; expected only "connections"' }));
  const entries = json.value['connections'];
  if (!Array.isArray(entries)) {
    problems.push({
      path: 'connections',
      problem: `expected a list of connections, found ${nameKind(entries)}`,
    });
    return { connections: [], problems };
  }
  const connections: Connection[] = [];
  for (const [index, entry] of entries.entries()) {
    const path = `connections[${index}]`;
    const parsed = connectionSchema.safeParse(entry);
    if (!parsed.success) problems.push(...describeIssues(parsed.error, path, entry));
    else if (isTaken(parsed.data.id, connections)) {
      problems.push({
        path: `${path}.id`,
        problem: `"${parsed.data.id}" is taken; expected an id of its own`,
      });
    } else connections.push(parsed.data);
  }
  return { connections, problems };
}

function isTaken(id: string, connections: readonly Connection[]): boolean {
  return id === sandboxConnectionId || connections.some((connection) => connection.id === id);
}

function readText(file: string): string | FileProblem | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return undefined;
    return {
      path: '(file)',
      problem: `cannot be read (${code ?? String(error)}); expected a file you may read`,
    };
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameKind(value: unknown): string {
  if (value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
}

export interface FileProblem {
  /** Locates the problem in the file, such as `connections[0].aws.region`. */
  readonly path: string;
  /** Says what was found and what was expected. */
  readonly problem: string;
}

type Issue = z.core.$ZodIssue;

/** These settings hold one of a few words or a public id. For any other only the kind of value is shown. */
const mayBeShown = new Set([
  'id',
  'environment',
  'readOnly',
  'editAndRedrive',
  'aws.region',
  'aws.accountId',
  'pipelineApi.auth.kind',
]);

/** Lists the mistakes of one entry, by their path in it. */
export function describeEntry(entry: unknown): FileProblem[] {
  const parsed = connectionSchema.safeParse(entry);
  return parsed.success ? [] : describeIssues(parsed.error, '', entry);
}

/** Translates a schema's issues for a person who is editing the file. */
function describeIssues(error: z.ZodError, root: string, found: unknown): FileProblem[] {
  return error.issues.flatMap((issue) => describe(issue, root, found));
}

function describe(issue: Issue, root: string, found: unknown): FileProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: pathTo(root, [...issue.path, key]),
      problem: 'is not a known setting; check the spelling',
    }));
  }
  const value = valueAt(found, issue.path);
  const shown = mayBeShown.has(issue.path.join('.')) ? show(value) : describeValue(value);
  return [{ path: pathTo(root, issue.path), problem: `${expectation(issue)}, found ${shown}` }];
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_union':
      return `expected ${unionChoices(issue)}`;
    case 'invalid_value':
      return `expected ${issue.values.map(quote).join(' or ')}`;
    case 'invalid_type':
      return `expected ${article(issue.expected)}`;
    case 'invalid_format':
      return `expected ${expectedFormat(issue)}`;
    default:
      return issue.message;
  }
}

function expectedFormat(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  if (issue.format === 'url') return 'an address that starts with https:// or http://';
  return issue.message;
}

function unionChoices(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  if (issue.discriminator !== undefined) return `a known "${issue.discriminator}"`;
  return 'a profile name or { "fromEnvironment": true }';
}

function pathTo(root: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (all, part) =>
      typeof part === 'number' ? `${all}[${part}]` : `${all}${all === '' ? '' : '.'}${String(part)}`,
    root,
  );
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

/** Shows only a short part, because a key may have been pasted into the wrong place even here. */
function show(value: unknown): string {
  if (typeof value === 'string' && value.length <= 24) return quote(value);
  return typeof value === 'number' ? String(value) : describeValue(value);
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return `a text of ${value.length} characters`;
  if (typeof value === 'number') return 'a number';
  return Array.isArray(value) ? 'a list' : 'an object';
}

function quote(value: unknown): string {
  return JSON.stringify(value);
}

function article(expected: string): string {
  if (expected === 'string') return 'a text in quotes';
  if (expected === 'boolean') return 'true or false';
  if (expected === 'array') return 'a list';
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

/** Returns the parts of a connection, beside its tables, that policies refer to. */
export function getConsoleParts(connection: Connection | 'sandbox'): ConsoleParts {
  if (connection === 'sandbox') return { ...namesByConvention('sandbox'), signedApi: null };
  const { pipelineApi } = connection;
  return {
    ...namesOfConnection(connection),
    signedApi: pipelineApi?.auth.kind === 'sigv4' ? pipelineApi.baseUrl : null,
  };
}

/** Looks up by id; an id that the file does not have is the sandbox. */
export function consolePartsAt(
  { connections }: Pick<ConnectionsFile, 'connections'>,
  id: string,
): ConsoleParts {
  return getConsoleParts(connections.find((connection) => connection.id === id) ?? 'sandbox');
}
