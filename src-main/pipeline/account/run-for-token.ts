import { spawn, type ChildProcess } from 'node:child_process';
import { scrubText } from '../../log/secret-text.ts';

export type Ran =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: false; readonly why: string };
export type RunCommand = (command: readonly string[], signal: AbortSignal) => Promise<Ran>;

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
