import { spawn, type ChildProcess } from 'node:child_process';
import { scrubText } from '../../log/secret-text.ts';
import type { HttpRequest } from '../pipeline-api.ts';

/** What lets requests in at an API. It stays in the memory of the main process. */
export interface Pass {
  /** Milliseconds since 1970; null where it does not say. */
  readonly expiresAt: number | null;
  /** What this very request carries: a token, or its signature. */
  readonly headersFor: (request: Sent) => Promise<Readonly<Record<string, string>>>;
}

export type Sent = Omit<HttpRequest, 'signal'>;

export interface Fetching {
  /** A person has asked for it and looks on: they may be asked, and what was kept is left aside. */
  readonly isAsked: boolean;
  /** The API does not take this one any more. */
  readonly refused: Pass | undefined;
  readonly signal: AbortSignal;
  /** From here on it waits for a person in the system's browser. */
  readonly inBrowser: (issuer: string) => void;
}

/** One of the ways to a pass. */
export interface PassSource {
  /** Whether another can be had without a person. */
  readonly renewsItself: () => boolean;
  /** Rejects with `NoPass`. */
  readonly fetch: (how: Fetching) => Promise<Pass>;
}

/** Why there is none, in a sentence for people that quotes no secret. */
export class NoPass extends Error {
  override readonly name = 'NoPass';
  readonly because: 'not-asked' | 'not-had' | 'not-taken';

  /** `not-asked`: only a person can get one. `not-taken`: the API itself says that this is nobody it knows. */
  constructor(why: string, because: NoPass['because'] = 'not-had') {
    super(why);
    this.because = because;
  }
}

export function tokenPass(token: string, expiresAt: number | null): Pass {
  const headers = { authorization: `Bearer ${token}` };
  return { expiresAt, headersFor: () => Promise.resolve(headers) };
}

/** What fits into the header of a request, and is one word. */
export function isToken(text: string): boolean {
  return /^[!-~]{1,16384}$/.test(text);
}

/** A token that whoever started the console has put into its environment. */
export function bearerSource(
  variable: string,
  environment: Readonly<Record<string, string | undefined>>,
): PassSource {
  return {
    renewsItself: () => false,
    fetch() {
      const token = (environment[variable] ?? '').trim();
      if (token === '') return Promise.reject(new NoPass(missing(variable)));
      if (!isToken(token)) return Promise.reject(new NoPass(describeBadVariable(variable)));
      return Promise.resolve(tokenPass(token, jwtExpiry(token)));
    },
  };
}

function missing(variable: string): string {
  return `The environment that the console was started in has no ${variable}, which should hold the token for the pipeline API.`;
}

function describeBadVariable(variable: string): string {
  return `What ${variable} holds in the environment of the console is no token for the pipeline API: it is not one line of visible characters.`;
}

/** Of a token that does not say how long it lasts. */
const keptMs = 5 * 60_000;

/** What a program of the person's own prints, as `credential_process` does for AWS. */
export function commandSource(
  command: readonly string[],
  now: () => number,
  run: RunCommand = runForToken,
): PassSource {
  const program = programName(command[0] ?? '');
  const its = program === null ? 'The command' : `The command "${program}"`;
  return {
    renewsItself: () => true,
    async fetch({ signal }) {
      const ran = await run(command, signal);
      if (!ran.ok) throw new NoPass(`${its} gave no token for the pipeline API: ${ran.why}`);
      const token = ran.output.trim();
      if (!isToken(token)) throw new NoPass(describeBadOutput(its));
      const expiresAt = jwtExpiry(token);
      return tokenPass(token, expiresAt !== null && expiresAt > now() ? expiresAt : now() + keptMs);
    },
  };
}

function describeBadOutput(its: string): string {
  return `${its} printed no token for the pipeline API: one line of visible characters is expected, and nothing else.`;
}

type Ran = { readonly ok: true; readonly output: string } | { readonly ok: false; readonly why: string };
type RunCommand = (command: readonly string[], signal: AbortSignal) => Promise<Ran>;

interface Limits {
  readonly longestMs: number;
  readonly mostBytes: number;
  /** What it has printed arrives within this after its end. */
  readonly graceMs: number;
}

/**
 * A program and its arguments as they stand in connections.json: no shell reads them, so nothing in them means more
 * than it says. What it prints is the secret itself, and is kept out of every sentence.
 */
export function runForToken(
  [program = '', ...args]: readonly string[],
  signal: AbortSignal,
  { longestMs, mostBytes, graceMs }: Limits = { longestMs: 30_000, mostBytes: 65_536, graceMs: 500 },
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = started(program, args);
    if ('why' in child) return resolve({ ok: false, why: child.why });
    const output: Buffer[] = [];
    let size = 0;
    let complaint = '';
    let isOver = false;
    let grace: NodeJS.Timeout | undefined;
    const late = setTimeout(
      () => end({ ok: false, why: `it took more than ${longestMs / 1_000} seconds.` }),
      longestMs,
    );
    const stop = (): void => end({ ok: false, why: 'the sign-in was given up.' });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();

    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostBytes) end({ ok: false, why: `it printed more than ${mostBytes} bytes.` });
      else output.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = `${complaint}${chunk.toString('utf8')}`.slice(-mostComplaint);
    });
    child.on('error', (error) => end({ ok: false, why: whyNotStarted(error) }));
    child.on('exit', (...ended) => {
      if (isOver) return;
      clearTimeout(late);
      // Its output stays open as long as anything that it has started holds it, and that may be for ever.
      grace = setTimeout(() => settle(...ended), graceMs);
    });
    child.on('close', settle);

    function settle(code: number | null, signalName: NodeJS.Signals | null): void {
      if (code === 0) return end({ ok: true, output: Buffer.concat(output).toString('utf8') });
      const how = code === null ? `it was ended by ${signalName ?? 'a signal'}` : `it ended with ${code}`;
      const said = shown(complaint);
      end({ ok: false, why: said === '' ? `${how}.` : `${how} and said: ${said}` });
    }

    function end(ran: Ran): void {
      if (isOver) return;
      isOver = true;
      clearTimeout(late);
      clearTimeout(grace);
      signal.removeEventListener('abort', stop);
      endAll(child as ChildProcess);
      resolve(ran);
    }
  });
}

function started(program: string, args: readonly string[]): ChildProcess | { readonly why: string } {
  try {
    return spawn(program, args, {
      shell: false,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      // A group of its own, so that what it has started ends with it.
      detached: process.platform !== 'win32',
    });
  } catch (error) {
    // An argument with a null character in it, for one.
    return { why: whyNotStarted(error) };
  }
}

function endAll(child: ChildProcess): void {
  const { pid } = child;
  child.stdout?.destroy();
  child.stderr?.destroy();
  if (pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill();
    // Also once it has ended itself: what it has left behind is of its group.
    else process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

function whyNotStarted(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (code === 'ENOENT') return 'there is no such program.';
  if (code === 'EACCES') return 'it may not be run.';
  return `it could not be started (${code}).`;
}

/** Its last line, short, and without what could be a secret. */
function shown(complaint: string): string {
  const line = complaint.split(/[\r\n]+/).findLast((one) => one.trim() !== '') ?? '';
  return scrubText(line)
    .replaceAll(/[^\u0020-\u007e\u00a0-\uffff]/g, ' ')
    .replaceAll(/[\w+/=.-]{24,}/g, '[hidden]')
    .trim()
    .slice(0, mostShown);
}

const mostComplaint = 4_096;
const mostShown = 160;

/** Its name without the folder. Null of what is no name alone: a whole command line in one word could hold anything. */
export function programName(program: string): string | null {
  const name = /[^/\\]*$/.exec(program)?.[0] ?? '';
  return /\s/.test(program) || !/^[\w.+@-]{1,64}$/.test(name) ? null : name;
}

/** When a token says that it ends, in milliseconds. Nothing is trusted to it: it only says how long to keep it. */
export function jwtExpiry(token: string): number | null {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return null;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null;
    const { exp } = claims;
    return typeof exp === 'number' && Number.isFinite(exp) && exp > 0 && exp < farthest ? exp * 1_000 : null;
  } catch {
    return null;
  }
}

/** The last second that a date can be of. */
const farthest = 8.64e12;
