import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freshHome, startConsole } from '#scripts/start-console.ts';
import { expect, test } from './fixtures.ts';

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built entry until it exits. A console that starts instead is stopped once it is ready. */
function run(
  flags: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  whenReady = (child: ChildProcess): unknown => child.kill('SIGTERM'),
): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', ...environment };
    const child = spawn(process.execPath, ['out-test/main/start.js', ...flags], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (text: Buffer) => {
      stdout += text.toString('utf8');
      if (stdout.includes('ready ')) whenReady(child);
    });
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString('utf8')));
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

// Windows has no signals, so a stopped program is ended there without an exit code.
const stoppedCode = process.platform === 'win32' ? null : 0;

let home: string;
test.beforeEach(() => {
  home = freshHome();
});
test.afterEach(() => rmSync(home, { recursive: true, force: true }));

test('refuses an unknown flag, prints the usage, and starts nothing', async () => {
  const { code, stdout, stderr } = await run(['--web', '--read-only', '--home', home]);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain("Unknown option '--read-only'");
  expect(stderr).toContain('--connection ID');
});

test('--help explains every flag and exits with 0', async () => {
  const { code, stdout } = await run(['--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('--no-open');
});

test('prints only the ready line on standard output, with a token in its fragment', async () => {
  const { code, stdout } = await run(['--web', '--no-open', '--home', home]);
  expect(code).toBe(stoppedCode);
  expect(stdout).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}\n$/);
});

test('names a busy port, and how to avoid it', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as AddressInfo;
  const { code, stderr } = await run(['--web', '--no-open', '--home', home, '--port', String(port)]);
  taken.close();
  expect(code).toBe(1);
  expect(stderr).toContain(`Port ${port} is in use. Choose another with --port N`);
});

test('a second start on the same home leads to the console that runs, and ends with 0', async () => {
  const second = await new Promise<Ended>((resolve, reject) => {
    void run(['--web', '--no-open', '--home', home], {}, (first) => {
      void run(['--web', '--no-open', '--home', home, '--connection', 'prod'], {}, () => {})
        .then(resolve, reject)
        .finally(() => first.kill('SIGTERM'));
    }).then((first) => expect(first.stderr).not.toContain('NodeVersionSupportWarning'));
  });
  expect(second.code).toBe(0);
  expect(second.stdout).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}\n$/);
  expect(second.stderr).toMatch(
    /^Sluice already runs on [^\n]+\. This address leads to it\. --connection had no effect\.\n$/,
  );
});

test('a start after the console was killed opens a new one', async () => {
  const killed = await run(['--web', '--no-open', '--home', home], {}, (child) => child.kill('SIGKILL'));
  expect(killed.code).not.toBe(0);
  const { stdout, stderr } = await run(['--web', '--no-open', '--home', home]);
  expect(stdout).toMatch(/^ready http/);
  expect(stderr).not.toContain('already runs');
});

test('names a home folder that cannot be used', async () => {
  const file = join(home, 'file');
  writeFileSync(file, '');
  const { code, stderr } = await run(['--web', '--no-open', '--home', join(file, 'home')]);
  expect(code).toBe(1);
  expect(stderr).toContain(join(file, 'home'));
});

test('names a log that cannot be opened, in plain words', async () => {
  writeFileSync(join(home, 'log'), '');
  const { code, stdout, stderr } = await run(['--web', '--no-open', '--home', home]);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^The log .*sluice\.log cannot be opened: EEXIST[^\n]*--home DIR\.\n$/);
});

test('accepts a seed silently, and refuses a catalogue that does not exist', async () => {
  const { code, stderr } = await run(['--web', '--no-open', '--home', home, '--seed', '7']);
  expect(code).toBe(stoppedCode);
  expect(stderr).toBe('');
  const none = await run(['--web', '--no-open', '--home', home, '--catalogue', join(home, 'none.json')]);
  expect(none.code).toBe(2);
  expect(none.stderr).toContain('--catalogue expects a file');
});

test('logs an uncaught error as fatal, prints one line, and ends the console', async () => {
  // This error is thrown inside the running console once it is ready.
  const trap = `const { write } = process.stdout;
    process.stdout.write = (...all) => {
      setTimeout(() => { throw new Error('boom'); }, 100);
      return write.apply(process.stdout, all);
    };`;
  const preload = join(home, 'trap.cjs');
  writeFileSync(preload, trap);
  const ended = await run(
    ['--web', '--no-open', '--home', home],
    { NODE_OPTIONS: `--require "${preload.replaceAll('\\', '/')}"` },
    () => {},
  );
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/^Sluice has to close: [^\n]*sluice\.log[^\n]*\n$/);
  const last =
    readFileSync(join(home, 'log', 'sluice.log'), 'utf8')
      .trim()
      .split('\n')
      .at(-1) ?? '{}';
  expect(JSON.parse(last)).toMatchObject({ level: 60, err: { message: 'boom' } });
});

test('an unknown connection stops the start and lists the known ones', async () => {
  const { code, stderr } = await run(['--web', '--no-open', '--home', home, '--connection', 'prdo']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/There is no connection "prdo" in .*connections\.json\. Known: local\./);
});

// Only Linux can run without a display, and only it has a disk that is always full.
if (process.platform === 'linux') {
  test('--electron refuses to fall back and says why the window cannot open', async () => {
    const { code, stdout, stderr } = await run(['--electron', '--home', home]);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('The desktop window cannot open: this session has no display.');
  });

  test('without a flag, prints in one line why it opens the browser host', async () => {
    const { code, stdout, stderr } = await run(['--no-open', '--home', home]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ready /);
    expect(stderr.trim().split('\n')).toEqual([
      'Opening the browser host, because the desktop window cannot: this session has no display.',
    ]);
  });

  test('a full disk loses the log and nothing else', async () => {
    mkdirSync(join(home, 'log'));
    symlinkSync('/dev/full', join(home, 'log', 'sluice.log'));
    const { code, stdout, stderr } = await run(['--web', '--no-open', '--home', home]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ready /);
    expect(stderr).toMatch(/^The log .*sluice\.log cannot be written: ENOSPC[^\n]*\n$/);
  });

  test('a closed terminal ends the console cleanly', async () => {
    const { code } = await run(['--web', '--no-open', '--home', home], {}, (child) => child.kill('SIGHUP'));
    expect(code).toBe(0);
    expect(readFileSync(join(home, 'log', 'sluice.log'), 'utf8')).toContain('"console closed"');
  });

  test('a second start leaves its page for a browser that is slow to read it', async ({ page }) => {
    const read = join(home, 'read.html');
    writeFileSync(
      join(home, 'xdg-open'),
      `#!/bin/sh\nsleep 0.5\ncp "$(printf %s "$1" | sed s,^file://,,)" '${read}'\n`,
      { mode: 0o755 },
    );
    const environment = { DISPLAY: ':99', PATH: `${home}:${process.env['PATH'] ?? ''}` };
    const { code } = await run(['--web', '--no-open', '--home', home], environment, async (first) => {
      try {
        const second = await run(['--web', '--home', home], environment, () => {});
        expect.soft(second.code).toBe(0);
        await expect.poll(() => existsSync(read)).toBe(true);
        await page.goto(pathToFileURL(read).href);
        await page.waitForURL('**/today');
      } finally {
        first.kill('SIGTERM');
      }
    });
    expect(code).toBe(0);
    expect(readdirSync(home).filter((name) => name.startsWith('open-'))).toEqual([]);
  });

  test('opens the browser on a page that signs it in; the token is in no argument', async ({ page }) => {
    const opened = join(home, 'opened');
    writeFileSync(
      join(home, 'xdg-open'),
      `#!/bin/sh\nprintf %s "$1" > '${opened}.new' && mv '${opened}.new' '${opened}'\n`,
      {
        mode: 0o755,
      },
    );
    const environment = { DISPLAY: ':99', PATH: `${home}:${process.env['PATH'] ?? ''}` };
    const { code } = await run(['--web', '--home', home], environment, async (child) => {
      try {
        await expect.poll(() => existsSync(opened)).toBe(true);
        const url = readFileSync(opened, 'utf8');
        expect.soft(url).toMatch(/^file:\/\/\/.*\.html$/);
        await page.goto(url);
        await page.waitForURL('**/today');
        await expect.soft(page.getByRole('navigation').first()).toBeVisible();
      } finally {
        child.kill('SIGTERM');
      }
    });
    expect(code).toBe(0);
    expect(readdirSync(home).filter((name) => name.endsWith('.html'))).toEqual([]);
  });
}

test('a malformed connections.json disables its connections; the sandbox opens and shows where the fault is', async ({
  page,
}) => {
  writeFileSync(join(home, 'connections.json'), '{ "connections": [ { "id": "staging", "nmae": "S" } ] }');
  const host = await startConsole({ home, flags: ['--connection', 'staging'] });
  await page.goto(host.address);
  await page.waitForURL('**/today');
  await expect(
    page.getByText('"staging" could not be opened because of the problems in connections.json'),
  ).toBeVisible();
  await page.goto(`${host.origin}/settings?tab=connections`);
  await expect(page.getByText('connections[0].nmae')).toBeVisible();
  await expect(page.getByText('is not a known setting; check the spelling')).toBeVisible();
  await host.stop();
});

test('an unreadable connections.json is reported as well', async ({ page }) => {
  mkdirSync(join(home, 'connections.json'));
  const host = await startConsole({ home });
  await page.goto(host.address);
  await page.goto(`${host.origin}/settings?tab=connections`);
  await expect(page.getByText(/cannot be read \(EISDIR\)/).first()).toBeVisible();
  await host.stop();
});

test('two consoles on one machine do not sign each other out', async ({ page }) => {
  const first = await startConsole();
  const second = await startConsole();
  await page.goto(first.address);
  await page.waitForURL('**/today');
  await page.goto(second.address);
  await page.waitForURL('**/today');
  await page.goto(`${first.origin}/today`);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByText('not signed in')).toHaveCount(0);
  await first.stop();
  await second.stop();
});

test('the address works once: a second browser has to request another one', async ({ browser }) => {
  const host = await startConsole();
  const one = await (await browser.newContext()).newPage();
  await one.goto(host.address);
  await one.waitForURL('**/today');
  const other = await (await browser.newContext()).newPage();
  await other.goto(host.address);
  await expect(other.getByText(/not signed in/).first()).toBeVisible();
  await host.stop();
});
