import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Examination } from '#shared/contract/home.ts';
import { preferencesSchema } from '#shared/contract/preferences.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { fileStamp } from '#shared/domain/exported-file.ts';

interface Parts {
  readonly examination: Examination;
  readonly connections: readonly Connection[];
}

/** So many lines of the log are enough to see what led to a fault. */
const mostLines = 400;
const mostBytes = 1_048_576;

/**
 * Writes a report for whoever helps. It is made of what is known to be safe, and not of everything with the secrets taken
 * out: states, sizes, versions, settings that are one of a few words, and of each line of the log its plain words.
 */
export function writeReport({ examination, connections }: Parts): {
  readonly fileName: string;
  readonly mediaType: string;
  readonly text: string;
} {
  const { at, home, files, disk, versions, network } = examination;
  const report = {
    about: 'A report of one Sluice console: states and versions, without secrets, ids, names or values.',
    at,
    versions,
    disk,
    network,
    files: describeFiles(files),
    connections: connections.map(describeConnection),
    preferences: readPreferences(home),
    log: readLog(join(home, 'log', 'sluice.log')),
  };
  return {
    fileName: `sluice-report-${fileStamp(Date.parse(at))}.json`,
    mediaType: 'application/json',
    text: `${JSON.stringify(report, null, 2)}\n`,
  };
}

/** Numbers the files of a kind, because names of files may be names of jobs or customers. */
function describeFiles(files: Examination['files']): readonly object[] {
  const numbers = new Map<string, number>();
  return files.map(({ kind, bytes, state, problem }) => {
    const number = (numbers.get(kind) ?? 0) + 1;
    numbers.set(kind, number);
    return { file: `${kind} ${number}`, bytes, state, ...(problem && { says: maskText(problem.says) }) };
  });
}

function describeConnection({ environment, readOnly, aws, pipelineApi }: Connection): object {
  return {
    environment,
    readOnly: readOnly === true,
    region: aws.region,
    keys: typeof aws.profile === 'string' ? 'profile' : 'environment',
    ownAddresses: Object.keys(aws.endpoints ?? {}),
    pipelineApi: pipelineApi?.auth.kind ?? null,
  };
}

/** Each preference is a number or one of a few words, which the schema has checked. */
function readPreferences(home: string): object | null {
  try {
    const stored = Object(JSON.parse(readFileSync(join(home, 'preferences.json'), 'utf8'))) as Record<
      string,
      unknown
    >;
    const schema = preferencesSchema.partial();
    const known = Object.keys(schema.shape).map(
      (name) => schema.safeParse({ [name]: stored[name] }).data ?? {},
    );
    return Object.assign({}, ...known) as object;
  } catch {
    // Missing or damaged: its state is listed with the files.
    return null;
  }
}

function readLog(file: string): readonly object[] {
  let text: string;
  try {
    const bytes = readFileSync(file);
    text = bytes.subarray(Math.max(0, bytes.length - mostBytes)).toString('utf8');
  } catch {
    // There is no log yet, or it cannot be read; its state is listed with the files.
    return [];
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .slice(-mostLines)
    .map(maskLine);
}

/** These fields hold numbers, or words that the console itself has chosen. */
const chosenWords = /^[a-z][a-zA-Z]{0,40}(?:[.-][a-z][a-zA-Z]{0,40}){0,4}$/;

function maskLine(line: string): object {
  let fields: Record<string, unknown>;
  try {
    fields = Object(JSON.parse(line)) as Record<string, unknown>;
  } catch {
    return { line: 'This line cannot be read.' };
  }
  const { time, level, msg, operation, code, ms, err } = fields;
  const error = Object(err) as Record<string, unknown>;
  return {
    ...(isTime(time) && { time }),
    ...(typeof level === 'number' && { level }),
    ...(typeof msg === 'string' && { message: maskText(msg) }),
    ...(isChosen(operation) && { operation }),
    ...(isChosen(code) && { code }),
    ...(typeof ms === 'number' && { ms: Math.round(ms) }),
    ...(typeof err === 'object' &&
      err !== null && {
        error: {
          ...(typeof error['type'] === 'string' && { type: maskText(error['type']) }),
          ...(typeof error['stack'] === 'string' && { at: readPlaces(error['stack']) }),
        },
      }),
  };
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
}

function isChosen(value: unknown): value is string {
  return typeof value === 'string' && chosenWords.test(value);
}

/** Keeps the places in our own code and in packages; the rest of a stack may quote a value. */
function readPlaces(stack: string): readonly string[] {
  return [...stack.matchAll(/[/\\]([\w-]+\.(?:js|ts|mjs|cjs):\d+:\d+)\)?$/gm)]
    .map(([, place = '']) => place)
    .slice(0, 12);
}

/**
 * Keeps short words in lower case, the first word and short numbers. Names, ids, paths, addresses and quoted values become
 * a mark, because a message may repeat what a service or a file said.
 */
export function maskText(text: string): string {
  return text
    .replaceAll(/"[^"]*"?|'[^']*'|`[^`]*`|“[^”]*”/g, mark)
    .split(/\s+/)
    .map((word, index) => {
      const [, before = '', core = '', after = ''] = /^([(]*)(.*?)([).,:;!?]*)$/s.exec(word) ?? [];
      const isPlain =
        core === mark || /^[a-z]{1,14}(?:-[a-z]{1,14}){0,3}$/.test(core) || /^\d{1,4}$/.test(core);
      const isFirst = index === 0 && /^[A-Z][a-z]{0,11}$/.test(core);
      return isPlain || isFirst || core === '' ? word : `${before}${mark}${after}`;
    })
    .join(' ');
}

const mark = '…';
