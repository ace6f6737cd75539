import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectionSchema, sandboxConnectionId } from '#shared/domain/connection.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { parseJson, repeatedName } from '../../home/parse-json.ts';
import { describeIssues } from './describe-issues.ts';
import type { FileProblem } from './describe-issues.ts';

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
  if ('problem' in json) {
    return { connections: [], problems: [{ path: json.path, problem: json.problem }] };
  }
  const twice = repeatedName(text);
  if (twice !== undefined) {
    // JSON takes the last: what two people have written would become what one of them did not mean.
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
}
