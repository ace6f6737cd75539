import { spawn, type ChildProcess } from 'node:child_process';
import { scrubText } from '../../log/secret-text.ts';
import type { HttpRequest } from '../pipeline-api.ts';

/** A pass authorises requests to an API. It stays in the memory of the main process. */
export interface Pass {
  /** Milliseconds since 1970; null when the pass does not say. */
  readonly expiresAt: number | null;
  /** Returns the headers for this very request: a token, or its signature. */
  readonly headersFor: (request: Sent) => Promise<Readonly<Record<string, string>>>;
}

export type Sent = Omit<HttpRequest, 'signal'>;

export interface Fetching {
  /** A person asked for it and is watching, so they may be prompted, and cached passes are not used. */
  readonly isAsked: boolean;
  /** This is the pass that the API no longer accepts. */
  readonly refused: Pass | undefined;
  readonly signal: AbortSignal;
  /** Reports that the attempt now waits for a person in the system's browser. */
  readonly inBrowser: (issuer: string) => void;
}

/** Each source is one way to get a pass. */
export interface PassSource {
  /** Says whether a new pass can be fetched without a person. */
  readonly renewsItself: () => boolean;
  /** Rejects with `NoPass`. */
  readonly fetch: (how: Fetching) => Promise<Pass>;
}

/** Explains why there is no pass, in a sentence for people that quotes no secret. */
export class NoPass extends Error {
  override readonly name = 'NoPass';
  readonly because: 'not-asked' | 'not-had' | 'not-taken';

  /** `not-asked`: only a person can get one. `not-taken`: the API itself does not know this identity. */
  constructor(why: string, because: NoPass['because'] = 'not-had') {
    super(why);
    this.because = because;
  }
}

export function tokenPass(token: string, expiresAt: number | null): Pass {
  const headers = { authorization: `Bearer ${token}` };
  return { expiresAt, headersFor: () => Promise.resolve(headers) };
}

/** A token must fit into a request header as one word. */
export function isToken(text: string): boolean {
  return /^[!-~]{1,16384}$/.test(text);
}

/** Reads a token from the environment in which the console was started. */
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
  return `The environment variable ${variable}, which should hold the token for the pipeline API, is not set.`;
}

function describeBadVariable(variable: string): string {
  return `The environment variable ${variable} holds no token for the pipeline API: expected one line of visible characters.`;
}

/** A token that does not say how long it lasts is kept for this time. */
const keptMs = 5 * 60_000;

/** Runs a program of the person's own that prints a token, as `credential_process` does for AWS. */
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
  /** Output may still arrive for this long after the program has ended. */
  readonly graceMs: number;
}

/**
 * Runs a program with its arguments as they stand in connections.json. No shell reads them, so nothing in them has
 * a second meaning. The output is the secret itself and never appears in a message.
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
    const stop = (): void => end({ ok: false, why: 'the sign-in was cancelled.' });
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
      // The output stays open while a child process holds it, which may never end.
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
      // The program gets its own process group, so that its child processes end with it.
      detached: process.platform !== 'win32',
    });
  } catch (error) {
    // An argument that contains a null character ends up here, for example.
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
    // The group is killed even when the program itself has ended, because it may have left child processes behind.
    else process.kill(-pid, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
}

function whyNotStarted(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (code === 'ENOENT') return 'there is no such program.';
  if (code === 'EACCES') return 'it may not be run.';
  return `it could not be started (${code}).`;
}

/** Shows its last line, shortened and without anything that could be a secret. */
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

/**
 * Returns the program's name without its folder. It is null when the text is more than a name, because a whole
 * command line in one word could hold anything.
 */
export function programName(program: string): string | null {
  const name = /[^/\\]*$/.exec(program)?.[0] ?? '';
  return /\s/.test(program) || !/^[\w.+@-]{1,64}$/.test(name) ? null : name;
}

/**
 * Returns when a token says that it expires, in milliseconds. This is not trusted for access; it only decides how
 * long to keep the token.
 */
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

/** A JavaScript date cannot be later than this second. */
const farthest = 8.64e12;
