import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { genesis, readAuditLine } from '#shared/audit/verify-chain.ts';
import { itemStates } from '#shared/contract/jobs.ts';
import { isToldToColleagues, mostBatchesNamed, mostFacts } from '#shared/domain/activity-kinds.ts';
import { actionSchema, idSchema } from '#shared/pipeline-api/operation.ts';

/** An action as the pipeline API is told of it. */
export type Action = z.output<typeof actionSchema>;

/** An action with who did it and where, which its chain says and the request does not. */
export interface ChainAction {
  readonly connection: string;
  readonly person: string;
  readonly action: Action;
}

/** Follows the file of one chain. It stops at the first line that does not hold: an altered line is told to no colleague. */
export interface ChainReader {
  /** Returns the actions of the lines since the last call, oldest first. */
  read(): readonly ChainAction[];
  /** Returns what was begun and has no outcome. Where the process has ended, none will come. */
  begun(): readonly ChainAction[];
  /** Returns the last line that holds, or null where there is none. */
  readonly head: () => { readonly sequence: number; readonly hash: string } | null;
  /** Counts the bytes up to the last whole line that was read. */
  readonly bytes: () => number;
}

interface Entry {
  readonly sequence: number;
  readonly at: string;
  readonly operation: string;
  readonly connection: string;
  readonly person: string | null;
  readonly ids: Readonly<Record<string, unknown>>;
}

export function openChainReader(file: string): ChainReader {
  const open = new Map<string, Entry>();
  let offset = 0;
  let next = 0;
  let previous = genesis;
  let isBroken = false;

  function take(line: string): ChainAction[] {
    const read = readAuditLine(line, sha256);
    if (read === undefined || read.hash !== read.computed || !follows(read.body)) {
      isBroken = true;
      return [];
    }
    previous = read.hash;
    next += 1;
    const { kind, reference, code } = read.body;
    if (kind === 'intent') {
      const entry = toEntry(read.body);
      if (entry !== undefined) open.set(String(reference), entry);
      return [];
    }
    if (kind !== 'outcome') return [];
    const intent = open.get(String(reference));
    open.delete(String(reference));
    // The end of a job has no intent, and names who started it itself.
    const entry = intent === undefined ? toEntry(read.body) : { ...intent, ...placed(read.body, intent) };
    return entry === undefined ? [] : toChainAction(entry, typeof code === 'string' ? code : undefined);
  }

  function follows(body: Readonly<Record<string, unknown>>): boolean {
    return body['sequence'] === next && body['previous'] === previous;
  }

  return {
    read() {
      const actions: ChainAction[] = [];
      for (const { line, bytes } of isBroken ? [] : readLines(file, offset)) {
        actions.push(...take(line));
        if (isBroken) break;
        offset += bytes;
      }
      return actions;
    },
    begun: () => [...open.values()].flatMap((entry) => toChainAction(entry, undefined)),
    head: () => (next === 0 ? null : { sequence: next - 1, hash: previous }),
    bytes: () => offset,
  };
}

/** An outcome stands at its own place of the chain, and at its own time. */
function placed(body: Readonly<Record<string, unknown>>, intent: Entry): Partial<Entry> {
  const { sequence, at, ids } = body;
  return {
    sequence: sequence as number,
    ...(typeof at === 'string' && { at }),
    ids: { ...intent.ids, ...(isRecord(ids) && ids) },
  };
}

function toEntry(body: Readonly<Record<string, unknown>>): Entry | undefined {
  const { sequence, at, operation, connection, person, ids } = body;
  if (typeof at !== 'string' || typeof operation !== 'string' || typeof connection !== 'string')
    return undefined;
  return {
    sequence: sequence as number,
    at,
    operation,
    connection,
    person: typeof person === 'string' ? person : null,
    ids: isRecord(ids) ? ids : {},
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function toChainAction(entry: Entry, code: string | undefined): ChainAction[] {
  const { sequence, at, operation, connection, person, ids } = entry;
  if (person === null || !isToldToColleagues(operation)) return [];
  const action = actionSchema.safeParse({
    sequence,
    at,
    operation,
    outcome: code,
    ids: pickIds(ids),
    batches: pickBatches(ids['inBatches']),
    facts: pickFacts(ids),
  });
  return action.success ? [{ connection, person, action: action.data }] : [];
}

const idNames = [
  'tenantId',
  'projectId',
  'batchId',
  'documentId',
  'workflowId',
  'queue',
  'fingerprint',
  'jobId',
] as const;

function pickIds(ids: Readonly<Record<string, unknown>>): Action['ids'] {
  // A job has the id of the plan that it runs.
  const named = { jobId: ids['planId'], ...ids };
  return Object.fromEntries(
    idNames.flatMap((name) => {
      const id = idSchema.safeParse(Reflect.get(named, name));
      return id.success && id.data !== '' ? [[name, id.data]] : [];
    }),
  );
}

/** The batches of a job over several; none where they are too many, or cannot be read. */
function pickBatches(named: unknown): Action['batches'] {
  if (typeof named !== 'string') return undefined;
  try {
    const { success, data } = batchNames.safeParse(JSON.parse(named));
    return success
      ? data.map(([tenantId, projectId, batchId]) => ({ tenantId, projectId, batchId }))
      : undefined;
  } catch {
    return undefined;
  }
}

const batchNames = z
  .array(z.tuple([idSchema, idSchema, idSchema]))
  .min(1)
  .max(mostBatchesNamed);

const plain = /^[\w.:-][\w .:,-]{0,79}$/;
const personId = /^[\u0021\u0022\u0024-\u007e]{1,128}$/;

/**
 * These facts and no others are told, each only in the form that it has. Reasons, paths and keys are in the chain of
 * this machine, and an attribute or a key may hold a value.
 */
const factForms: ReadonlyMap<string, RegExp> = new Map([
  ...[
    'jobKind',
    'state',
    'step',
    'outcome',
    'problem',
    'decision',
    'status',
    'format',
    'whole',
    'edited',
    'field',
    'system',
    'downloadBatchId',
  ].map((name): [string, RegExp] => [name, plain]),
  ...[
    ...itemStates,
    'failedDownloads',
    'total',
    'tenants',
    'batches',
    'corrections',
    'minutes',
    'most',
    'held',
    'holdSeconds',
    'released',
    'messages',
    'rows',
    'run',
  ].map((name): [string, RegExp] => [name, /^\d{1,12}$/]),
  ...['confidenceThreshold', 'reviewThreshold', 'usd'].map((name): [string, RegExp] => [
    name,
    /^\d{1,12}(\.\d{1,12})?$/,
  ]),
  ['perSecond', /^(\d{1,12}|chosen by SQS)$/],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['until', /^\d{4}-\d{2}-\d{2}T[\d:.]{5,20}Z$/],
  ['to', personId],
]);

/** The entry of a plan's start names the kind and the number of items as the plan does. */
const otherNames: Readonly<Record<string, string>> = { kind: 'jobKind', go: 'total' };

function pickFacts(ids: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const facts = Object.entries(ids).flatMap(([name, value]) => {
    const known = Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name;
    const isFit = typeof value === 'string' && factForms.get(known)?.test(value) === true;
    return isFit ? [[known, value] as const] : [];
  });
  return Object.fromEntries(facts.slice(0, mostFacts));
}

interface Line {
  readonly line: string;
  /** The newline counts. */
  readonly bytes: number;
}

const mostBytes = 4 * 1_048_576;

/** Reads whole lines from an offset on. A file that is gone has none, and half a line waits for its other half. */
function* readLines(file: string, from: number): Generator<Line> {
  let offset = from;
  for (;;) {
    const part = readPart(file, offset);
    let start = 0;
    for (let end = part.indexOf(0x0a); end !== -1; end = part.indexOf(0x0a, start)) {
      yield { line: part.toString('utf8', start, end), bytes: end + 1 - start };
      start = end + 1;
    }
    if (start === 0) return;
    offset += start;
  }
}

function readPart(file: string, from: number): Buffer {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const size = Math.max(0, Math.min(mostBytes, fstatSync(descriptor).size - from));
      const bytes = Buffer.alloc(size);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, size, from));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The verification of the chains says what is wrong with a file.
    return Buffer.alloc(0);
  }
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
