import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectionSchema, sandboxConnectionId } from '#shared/domain/connection.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { describeIssues } from './describe-issues.ts';
import type { FileProblem } from './describe-issues.ts';
import { findJsonFault } from './json-fault.ts';

export interface ConnectionsFile {
  readonly file: string;
  readonly connections: readonly Connection[];
  readonly problems: readonly FileProblem[];
}

/** Never throws: a broken file costs the connections in it, and the sandbox still opens. */
export function readConnections(home: string): ConnectionsFile {
  const file = join(home, 'connections.json');
  const text = readText(file);
  if (text === undefined) return { file, connections: [], problems: [] };
  if (typeof text !== 'string') return { file, connections: [], problems: [text] };
  return { file, ...parseConnections(text) };
}

export function parseConnections(text: string): Omit<ConnectionsFile, 'file'> {
  const json = parseJson(text);
  if ('problem' in json) return { connections: [], problems: [json] };
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
      problem: `expected a list of connections, found ${nameOf(entries)}`,
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

function parseJson(text: string): { value: unknown } | FileProblem {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return { value: JSON.parse(json) };
  } catch {
    // The parser's own words quote the file, and this goes to the screen and to the log.
    const { offset, expected } = findJsonFault(json) ?? { offset: 0, expected: 'JSON' };
    return { path: placeOf(json, offset), problem: `is not JSON: expected ${expected}` };
  }
}

/** A person looks for a line, not for an offset. */
function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
}
