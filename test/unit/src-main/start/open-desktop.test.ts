import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openDesktop } from '#main/start/open-desktop.ts';
import type { DesktopEnd } from '#main/start/open-desktop.ts';
import { aHome } from '#test/builders/a-home.ts';

interface Given {
  readonly argv?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly soonMs?: number;
}

/** Node stands in for Electron, and the script for what Electron makes of the console. */
function open(script: string, given: Given = {}): Promise<DesktopEnd> {
  const entry = join(aHome(), 'electron.cjs');
  writeFileSync(entry, script);
  return openDesktop({ executable: process.execPath, entry, argv: [], soonMs: 60_000, ...given });
}

describe('a window that came to nothing', () => {
  it('ended at once with an exit code', async () => {
    expect(await open('process.exit(127)')).toEqual({
      opened: false,
      reason: 'Electron ended as soon as it had started (exit code 127).',
    });
  });

  it('could not be started at all', async () => {
    const executable = join(aHome(), 'electron');
    expect(await openDesktop({ executable, entry: 'electron.js', argv: [] })).toEqual({
      opened: false,
      reason: expect.stringMatching(/^Electron did not start: .*ENOENT\.$/) as string,
    });
  });

  if (process.platform !== 'win32') {
    it('was ended by the system', async () => {
      expect(await open('process.kill(process.pid, "SIGTRAP")')).toEqual({
        opened: false,
        reason: 'Electron ended as soon as it had started (signal SIGTRAP).',
      });
    });
  }
});

describe('a window that was there', () => {
  it.each([
    ['closed', 'process.exit(0)', 60_000, 0],
    ['refused its command line, which no other host would take', 'process.exit(2)', 60_000, 2],
    ['failed later on', 'process.exit(1)', 0, 1],
  ])('and %s', async (_how, script, soonMs, code) => {
    expect(await open(script, { soonMs })).toEqual({ opened: true, code });
  });

  it('is given the command line, and never ELECTRON_RUN_AS_NODE', async () => {
    const out = join(aHome(), 'out');
    const script = `require('fs').writeFileSync(${JSON.stringify(out)}, JSON.stringify([process.argv.slice(2), process.env.ELECTRON_RUN_AS_NODE ?? null, process.env.KEPT]))`;
    const environment = { ...process.env, ELECTRON_RUN_AS_NODE: '1', KEPT: 'yes' };
    await open(script, { argv: ['--home', 'h'], environment });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual([['--home', 'h'], null, 'yes']);
  });
});

describe.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s', (signal) => {
  it('reaches the window, which may close in its own time; its end is no failure', async () => {
    const before = process.listenerCount(signal);
    const up = join(aHome(), 'up');
    // Windows has no signals to catch; there the window is ended.
    const script = `process.on('${signal}', () => process.exit(7)); setInterval(() => {}, 1_000);
      require('fs').writeFileSync(${JSON.stringify(up)}, '')`;
    const ended = open(script);
    await vi.waitFor(() => expect(existsSync(up)).toBe(true), 5_000);
    process.emit(signal, signal);
    const code = process.platform === 'win32' ? (expect.any(Number) as number) : 7;
    expect(await ended).toEqual({ opened: true, code });
    expect(process.listenerCount(signal)).toBe(before);
  });
});
