import { appendFileSync, existsSync, mkdirSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { requestHandler, type RequestHandler } from '#local/aws/request-handler.ts';
import type { LineFile } from '#main/audit/line-file.ts';
import { openQueues } from '#main/aws/open-queues.ts';
import type { ConfiguredQueue, Queues } from '#main/aws/queues.ts';
import { refusingDoors } from '#main/aws/doors.ts';
import { heldMessages, type HeldMessages } from '#main/dead-letters/held-messages.ts';
import type { LedgerLines } from '#main/dead-letters/ledger-file.ts';
import { openRedrive, type Redrive } from '#main/dead-letters/open-redrive.ts';
import { openJobEngine, type JobEngine } from '#main/jobs/engine.ts';
import { ok } from '#shared/contract/result.ts';

/** Runs a console on a home folder that may die at any line it writes and at any call it makes. */
export interface MortalConsole {
  readonly engine: JobEngine;
  readonly redrive: Redrive;
  readonly held: HeldMessages;
  readonly queues: Queues;
  readonly isDead: () => boolean;
}

/**
 * The console dies at this boundary: before it, in the middle of a write, or after it when the result is
 * lost.
 */
export interface Death {
  readonly at: number;
  readonly how: 'before' | 'torn' | 'after';
}

interface Parts {
  readonly home: string;
  readonly dispatch: Dispatch;
  readonly place: { readonly region: string; readonly accountId: string };
  readonly configured: readonly ConfiguredQueue[];
  readonly now: () => number;
  /** Left out where the clock of the machine is never set. */
  readonly passed?: () => number;
  /** Moves the shared clock on. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly death: Death | null;
}

class Dead extends Error {
  override readonly name = 'Dead';
}

export function mortalConsole(parts: Parts): MortalConsole {
  const { home, dispatch, place, configured, now, passed, sleep, death } = parts;
  let boundaries = 0;
  let dead = false;
  /** Returns how the console dies here, or undefined if it lives on. */
  const boundary = (): Death['how'] | undefined => {
    if (dead) throw new Dead();
    boundaries += 1;
    if (boundaries !== death?.at) return undefined;
    dead = true;
    return death.how;
  };
  const write = (file: string, text: string): void => {
    const how = boundary();
    mkdirSync(dirname(file), { recursive: true });
    if (how === 'before') throw new Dead();
    // There is no fsync, because no test here cuts the power, and hundreds of stories run.
    appendFileSync(file, how === 'torn' ? text.slice(0, text.length / 2) : text);
    if (how !== undefined) throw new Dead();
  };
  const handler = requestHandler(dispatch);
  const mortal: RequestHandler = {
    ...handler,
    async handle(...[request, options]: Parameters<RequestHandler['handle']>) {
      const how = boundary();
      if (how === 'before' || how === 'torn') throw new Dead();
      const answer = await handler.handle(request, options);
      if (how !== undefined || dead) throw new Dead();
      return answer;
    },
  };
  const queues = openQueues(
    { ...place, requestHandler: mortal },
    { now, elapsed: now, random: () => 0.5, sleep: () => Promise.resolve() },
    configured,
  );
  const reader = {
    ...refusingDoors('none').reader,
    run: () => Promise.resolve(ok({ items: [], cursor: null, throttled: 0 })),
    changed() {},
  };
  const doors = { ...refusingDoors('none'), queues, reader: reader as never };
  const held = heldMessages(passed === undefined ? undefined : { now, passed });
  let keys = 0;
  const shared = { home, now, sleep, log: silent };
  const redrive = openRedrive({
    ...shared,
    passed,
    held,
    doorsOf: () => doors,
    open: (file, bytes) => Promise.resolve(ledgerLines(file, bytes, write)),
  });
  const engine = openJobEngine({
    ...shared,
    newKey: () => `key-${(keys += 1)}-${now()}`,
    action: (kind, connectionId) => {
      if (!(kind in messageKinds)) throw new Error(`No ${kind} here`);
      return redrive.action(kind as keyof typeof messageKinds, connectionId);
    },
    seen: () => undefined,
    open: (file) => journalLines(file, write),
  });
  return { engine, redrive, held, queues, isDead: () => dead };
}

const messageKinds = { 'redrive-messages': true, 'discard-messages': true, 'resend-messages': true };

function ledgerLines(file: string, bytes: number, write: (file: string, text: string) => void): LedgerLines {
  cutOff(file, bytes);
  return {
    append: (text) =>
      new Promise((done) => {
        write(file, text);
        done();
      }),
    close: () => Promise.resolve(),
  };
}

function cutOff(file: string, bytes: number): void {
  if (existsSync(file)) truncateSync(file, bytes);
}

function journalLines(file: string, write: (file: string, text: string) => void): LineFile {
  return { append: (line) => write(file, `${line}\n`), close: () => undefined };
}

const silent = { info() {}, warn() {}, error() {}, fatal() {} };
