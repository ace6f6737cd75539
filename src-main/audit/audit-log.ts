import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { genesis } from '#shared/audit/verify-chain.ts';
import { refused, type Result } from '#shared/contract/result.ts';
import type { CallContext } from '../gate/gate.ts';
import { digest } from '../gate/idempotency.ts';
import { noteEnds, readUnnamedEnds, type ChainEnds } from './chain-ends.ts';
import { openLineFile, type LineFile } from './line-file.ts';

interface AuditedCall {
  readonly operation: string;
  readonly input: unknown;
  readonly context: CallContext;
}

/** This is the last entry of a chain, which stands for all entries before it. */
export interface AuditHead {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
  /** These are the connection and the person of the last entry. */
  readonly connection: string;
  readonly person: string | null;
}

/** This is what the gate needs. */
export interface AuditLog {
  /** Writes the intent to disk, then does the work, then writes the outcome. Without an intent no work is done. */
  around(call: AuditedCall, work: () => Result<unknown> | Promise<Result<unknown>>): Promise<Result<unknown>>;
  /** Writes a last entry, so that a chain without one is known to have been interrupted or cut. */
  close(): void;
}

export interface OwnAuditLog extends AuditLog {
  readonly chain: string;
  /** Writes what came of something that a person began earlier, such as a job. It has no intent of its own. */
  ended(outcome: LaterOutcome): void;
}

/** The person and the connection are those of the beginning, whoever is signed in now. */
export interface LaterOutcome {
  readonly operation: string;
  readonly reference: string;
  readonly code: string;
  readonly connection: string;
  readonly person: string;
  readonly ids: Readonly<Record<string, string>>;
}

interface AuditOptions {
  readonly home: string;
  readonly now: () => number;
  readonly who: () => { readonly connection: string; readonly person: string | null };
  /** Resolves handles that only the main process can read to the ids they stand for. */
  readonly idsOf?: (operation: string, input: unknown) => Readonly<Record<string, string>>;
  /**
   * Returns the part of an input that may be hashed. Where an input has few possible values, its hash would reveal
   * it.
   */
  readonly hashed?: (operation: string, input: unknown) => unknown;
  /** Describes the outcome where one result code can mean different things. */
  readonly outcomeOf?: (operation: string, value: unknown) => Readonly<Record<string, string>> | undefined;
  /** It is called when an outcome is on disk, so its head may be anchored. */
  readonly onOutcome?: (head: AuditHead) => void;
  /** Opens the file at the first entry; a test can pass a full disk. */
  readonly open?: (file: string) => LineFile;
}

/**
 * Writes append-only JSON lines, each with the hash of the line before. Each process has its own file, so two
 * consoles on one home folder never interleave their chains. Its first entry names the ends of the other chains of the
 * folder, and a clean stop writes a last one. The log holds ids and hashes, no bodies.
 */
export function openAuditLog({
  home,
  now,
  who,
  idsOf,
  hashed = (_, input) => input,
  outcomeOf,
  onOutcome = () => undefined,
  open = openLineFile,
}: AuditOptions): OwnAuditLog {
  const chain = chainName({ startedAt: now(), mark: buildMachineMark(home), pid: process.pid });
  const file = join(home, 'audit', chainFile(chain));
  let lines: LineFile | undefined;
  let sequence = 0;
  let previous = genesis;
  let lastBy: ReturnType<typeof who> | undefined;

  nameEarlierChains();
  return {
    chain,
    async around(call, work) {
      const by = who();
      const subject = {
        operation: call.operation,
        reference: call.context.reference,
        role: call.context.role,
        ...by,
        ids: { ...idsIn(call.input), ...idsOf?.(call.operation, call.input) },
        inputSha256: digest(hashed(call.operation, call.input)),
      };
      try {
        append({ kind: 'intent', ...subject });
      } catch (error) {
        return refused({
          code: 'storage-failed',
          message: `Nothing was done: the audit trail cannot be written (${reason(error)}).`,
          file,
        });
      }
      const result = await workedOut(work);
      const code = 'error' in result ? 'unexpected' : result.ok ? 'ok' : result.failure.code;
      const { operation, context } = call;
      const ids = 'ok' in result && result.ok ? outcomeOf?.(operation, result.value) : undefined;
      try {
        append({ kind: 'outcome', operation, reference: context.reference, code, ...(ids && { ids }) });
        lastBy = by;
        onOutcome({ chain, sequence: sequence - 1, hash: previous, ...by });
      } catch (error) {
        if ('ok' in result && result.ok) throw new UnrecordedOutcome(reason(error), { cause: error });
        // The refusal or error of the work itself comes first; the trail shows an intent without an outcome.
      }
      if ('error' in result) throw result.error;
      return result;
    },
    ended({ operation, reference, code, connection, person, ids }) {
      const by = { connection, person };
      append({ kind: 'outcome', operation, reference, ...by, ids, code });
      lastBy = by;
      onOutcome({ chain, sequence: sequence - 1, hash: previous, ...by });
    },
    close() {
      if (lines === undefined) return;
      try {
        append({ kind: 'closed' });
        note({});
        if (lastBy !== undefined) onOutcome({ chain, sequence: sequence - 1, hash: previous, ...lastBy });
      } catch {
        // The chain then looks interrupted, which it is.
      }
      lines.close();
      lines = undefined;
    },
  };

  /**
   * Names the ends of earlier chains at the start, so that what is done to them shows even if nothing is done here. A
   * chain that has only its opening and its stop has nothing to hide, or each start would make a file for the last.
   */
  function nameEarlierChains(): void {
    try {
      const ends = Object.values(readUnnamedEnds(join(home, 'audit'), chain));
      if (ends.some((end) => end.sequence > 1)) append({ kind: 'opened' });
    } catch {
      // The first action names them, or is refused because the trail cannot be written.
    }
  }

  function append(entry: Record<string, unknown>): void {
    lines ??= open(file);
    if (sequence === 0 && entry['kind'] !== 'opened') append({ kind: 'opened' });
    const names = entry['kind'] === 'opened' && { names: readUnnamedEnds(join(home, 'audit'), chain) };
    const body = { sequence, at: new Date(now()).toISOString(), ...entry, ...names, previous };
    const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    lines.append(JSON.stringify({ ...body, hash }));
    sequence += 1;
    previous = hash;
    if (names !== false) note(names.names);
  }

  /** Notes the end of this chain and of others. The chains hold without these notes, so nothing waits for them. */
  function note(others: ChainEnds): void {
    try {
      const end = { sequence: sequence - 1, hash: previous };
      noteEnds(home, { ...others, [chain]: end }, new Date(now()).toISOString());
    } catch {
      // The next console notes the ends that it names.
    }
  }
}

/** The work was done, and the trail could not say so: it must neither be called done nor be repeated. */
export class UnrecordedOutcome extends Error {}

/** A handler that throws still gets an outcome in the log. */
async function workedOut(
  work: () => Result<unknown> | Promise<Result<unknown>>,
): Promise<Result<unknown> | { error: unknown }> {
  try {
    return await work();
  } catch (error) {
    return { error };
  }
}

function idsIn(input: unknown): Record<string, string> {
  if (typeof input !== 'object' || input === null) return {};
  const ids = Object.entries(input).filter(([key, value]) => key.endsWith('Id') && typeof value === 'string');
  return Object.fromEntries(ids);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * A chain has the name of its file, and is anchored under it. The start comes first so that names sort by it. The
 * mark identifies the machine and folder, so that entries made elsewhere are not missed here.
 */
export function chainName(of: {
  readonly startedAt: number;
  readonly mark: string;
  readonly pid: number;
}): string {
  return `${new Date(of.startedAt).toISOString().replaceAll(':', '-')}-${of.mark}-${of.pid}`;
}

/** The mark is computed, not stored: a stored mark could be removed together with the chains it marks. */
export function buildMachineMark(home: string, machine: string = hostname()): string {
  return createHash('sha256')
    .update(`${machine}\n${resolve(home)}`)
    .digest('hex')
    .slice(0, 8);
}

export function isMarked(chain: string, mark: string): boolean {
  return markAndPid.exec(chain)?.[1] === mark;
}

/** Returns NaN when the name is not that of a chain. */
export function parsePid(chain: string): number {
  return Number(pidAtTheEnd.exec(chain)?.[1] ?? Number.NaN);
}

const pidAtTheEnd = /-(\d+)$/;
const markAndPid = /-([0-9a-f]{8})-\d+$/;

export const chainFile = (chain: string): string => `${chain}.jsonl`;
export const chainOfFile = (file: string): string => file.replace(/\.jsonl$/, '');
