import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runForToken } from '#main/pipeline/account/pass-sources.ts';
import { aHome } from '#test/builders/a-home.ts';

const { signal } = new AbortController();

/** Runs a program that is written for Node. */
const running = (program: string, ...args: string[]) => [process.execPath, '-e', program, ...args];
const limits = { longestMs: 20_000, mostBytes: 65_536, graceMs: 500 };

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a command that provides a token', { timeout: 60_000 }, () => {
  it('gets its arguments as written, without a shell, and an empty input', async () => {
    const ran = await runForToken(
      running(
        'process.stdin.on("end", () => console.log(JSON.stringify(process.argv.slice(1)))).resume()',
        '$(echo secret)',
        '; echo $HOME',
        'two words',
        '*',
      ),
      signal,
    );
    expect(ran).toEqual({ ok: true, output: '["$(echo secret)","; echo $HOME","two words","*"]\n' });
  });

  it.each([
    [['there-is-no-such-program-here'], 'there is no such program.'],
    [[''], /could not be started|no such program/],
    [['a\0b'], /could not be started \(ERR_INVALID_ARG_VALUE\)/],
    [[], /could not be started|no such program/],
  ])('says so if it cannot be started: %j', async (command, why) => {
    const ran = await runForToken(command, signal);
    expect(ran).toMatchObject({ ok: false, why: expect.stringMatching(why) });
  });

  it('that fails is reported with its complaint, in one short line, without possible secrets', async () => {
    const complaint =
      'first\\nToken eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl for AKIAEXAMPLE111111111 password=hunter2 \\u001b[31m is not valid';
    const ran = await runForToken(running(`process.stderr.write("${complaint}"); process.exit(3)`), signal);
    expect(ran).toMatchObject({ ok: false, why: expect.stringMatching(/^it ended with 3 and said: Token /) });
    expect(JSON.stringify(ran)).not.toMatch(/eyJ|AKIA|hunter2|first|u001b/);
    const long = await runForToken(
      running('process.stderr.write("no ".repeat(5000)); process.exit(1)'),
      signal,
    );
    expect(JSON.stringify(long).length).toBeLessThan(240);
  });

  it('that fails is reported without what it printed', async () => {
    const ran = await runForToken(running('console.log("the-secret-itself"); process.exit(1)'), signal);
    expect(ran).toEqual({ ok: false, why: 'it ended with 1.' });
  });

  it('is ended if it prints without end', async () => {
    const ran = await runForToken(
      running('setInterval(() => process.stdout.write("x".repeat(9000)), 1)'),
      signal,
      limits,
    );
    expect(ran).toEqual({ ok: false, why: 'it printed more than 65536 bytes.' });
  });

  it('is ended if it takes too long, with everything it has started', async () => {
    const file = join(aHome(), 'pids.json');
    const child = 'setInterval(() => undefined, 1000)';
    const program = `const { pid } = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}]); require("node:fs").writeFileSync(${JSON.stringify(file)}, JSON.stringify([process.pid, pid])); setInterval(() => undefined, 1000)`;
    const ran = await runForToken(running(program), signal, { ...limits, longestMs: 2_000 });
    expect(ran).toEqual({ ok: false, why: 'it took more than 2 seconds.' });
    const pids = JSON.parse(readFileSync(file, 'utf8')) as number[];
    await expect.poll(() => pids.filter(isAlive), { timeout: 10_000 }).toEqual([]);
  });

  /** Runs a program that leaves another one behind, which holds its output open. */
  function leavingBehind(then: string) {
    const file = join(aHome(), 'pid');
    const child = 'setInterval(() => undefined, 1000)';
    const command = running(
      `const { pid } = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "inherit" }); require("node:fs").writeFileSync(${JSON.stringify(file)}, String(pid)); ${then}`,
    );
    return { command, left: () => Number(readFileSync(file, 'utf8')) };
  }

  it('that leaves a process behind still gives its token, and that process is ended', async () => {
    const { command, left } = leavingBehind(
      'process.stdout.write("x".repeat(60000)); process.stdout.end("the-end", () => process.exit(0))',
    );
    const ran = await runForToken(command, signal, limits);
    expect(ran).toEqual({ ok: true, output: `${'x'.repeat(60_000)}the-end` });
    await expect.poll(() => isAlive(left()), { timeout: 10_000 }).toBe(false);
  });

  it('that fails and leaves a process behind is reported with its complaint', async () => {
    const { command, left } = leavingBehind('process.stderr.write("not today\\n", () => process.exit(4))');
    const ran = await runForToken(command, signal, limits);
    expect(ran).toEqual({ ok: false, why: 'it ended with 4 and said: not today' });
    await expect.poll(() => isAlive(left()), { timeout: 10_000 }).toBe(false);
  });

  it('is ended when it is given up', async () => {
    const abort = new AbortController();
    const ran = runForToken(running('setInterval(() => undefined, 1000)'), abort.signal, limits);
    abort.abort();
    expect(await ran).toEqual({ ok: false, why: 'the sign-in was cancelled.' });
    expect(await runForToken(running('console.log(1)'), abort.signal)).toMatchObject({ ok: false });
  });

  it.skipIf(process.platform === 'win32')('says so if it may not be run', async () => {
    const file = join(aHome(), 'no-program');
    writeFileSync(file, 'text', { mode: 0o600 });
    expect(await runForToken([file], signal)).toEqual({ ok: false, why: 'it may not be run.' });
  });
});
