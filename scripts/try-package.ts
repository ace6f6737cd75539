import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureSystemPackages, librariesOfElectron } from './apt-packages.ts';
import { electronForTests } from './electron-for-tests.ts';
import { forTestsOutput } from './package/for-tests.ts';
import {
  appImageProblems,
  debProblems,
  tryInstallation,
  unnamedLibraries,
  unpackAppImage,
  unpackDeb,
} from './package/linux-package.ts';
import { appProblems } from './package/package-problems.ts';
import {
  findPlainUser,
  hasDone,
  openLikeTheSystem,
  openScreen,
  readLiveBatch,
  seeTitle,
  startPacked,
  tellState,
  waitFor,
  waitForEnd,
  type Running,
  type Screen,
} from './package/packed-desktop.ts';
import { hostileStarts, unrefusedStarts } from './package/unrefused-starts.ts';
import { readLog, startProblems } from './package/working-start.ts';

/**
 * Builds the Linux packages for tests from whichever Electron there is, unpacks them and uses the console in them:
 * `npm run package:try`. With a folder it tries the packages in it: `npm run package:try -- dist`.
 */
const [given] = process.argv.slice(2);
const output = given ?? forTestsOutput;
const pictures = '.cache/package-for-tests-pictures';
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string; license: string };
const user = findPlainUser();
const tools = ['dpkg', 'xvfb', 'xdotool', 'xdg-utils', 'desktop-file-utils'];
/** An AppImage that has its runtime unpacks itself. */
const toolsToBuild = ['squashfs-tools'];

process.exitCode = await tryPackages();

async function tryPackages(): Promise<number> {
  if (process.platform !== 'linux') return giveUp('Only Linux can try them.');
  const missing = ensureSystemPackages([
    ...tools,
    ...(given === undefined ? toolsToBuild : []),
    ...librariesOfElectron,
  ]);
  if (missing !== undefined) return giveUp(missing);
  const electron = given === undefined ? await electronForTests() : undefined;
  if (electron?.found === false) return giveUp(electron.missing);
  const work = mkdtempSync(join(tmpdir(), 'sluice-package-'));
  chmodSync(work, 0o755);
  const screenFolder = ownFolder(join(work, 'screen'));
  const screen = await openScreen(screenFolder, user);
  try {
    return (await runSteps(packageSteps(work, screen, electron?.folder))) ? 0 : 1;
  } finally {
    await screen.stop();
    rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  }
}

/**
 * A machine that cannot try them is no fault of the packages, but must not look like one that has tried. Packages that
 * were named have to be tried.
 */
function giveUp(why: string): number {
  process.stdout.write(`*** NOT TRIED: no package for Linux was built or started. ${why}\n`);
  return given === undefined ? 0 : 1;
}

interface Step {
  readonly name: string;
  /** Returns what was seen, or throws what is wrong. */
  readonly run: () => string | Promise<string>;
  /** A step that the others stand on ends the run when it fails. */
  readonly needed?: boolean;
}

async function runSteps(steps: readonly Step[]): Promise<boolean> {
  const counts = { ok: 0, FAILED: 0, '***': 0 };
  const began = Date.now();
  for (const { name, run, needed } of steps) {
    const from = Date.now();
    const [mark, seen] = await Promise.resolve()
      .then(run)
      .then(
        (said) => [said.startsWith('NOT TRIED') ? '***' : 'ok', said] as const,
        (error: unknown) => ['FAILED', error instanceof Error ? error.message : String(error)] as const,
      );
    counts[mark] += 1;
    const seconds = ((Date.now() - from) / 1_000).toFixed(1);
    process.stdout.write(
      `${mark.padEnd(6)} ${name} (${seconds} s)\n       ${seen.replaceAll('\n', '\n       ')}\n`,
    );
    if (mark === 'FAILED' && needed === true) break;
  }
  const { ok, FAILED: failed, '***': untried } = counts;
  const left = steps.length - ok - failed - untried;
  const others = [
    [failed, 'failed'],
    [untried, 'not tried'],
    [left, 'not reached'],
  ] as const;
  const rest = others.map(([count, how]) => (count === 0 ? '' : `, ${count} ${how}`)).join('');
  const took = Math.round((Date.now() - began) / 1_000);
  process.stdout.write(`Packages: ${ok} of ${steps.length} steps in ${took} s${rest}.\n`);
  return failed === 0;
}

function packageSteps(work: string, screen: Screen, electron: string | undefined): readonly Step[] {
  const deb = join(work, 'deb');
  const app = join(deb, 'root', 'opt', 'Sluice');
  const program = join(app, 'sluice');
  const appDir = join(work, 'app-image', 'squashfs-root');
  const home = join(screen.environment['HOME'] ?? '', '.config', 'sluice');
  let running: Running | undefined;
  const opened = (): Running => {
    if (running === undefined) throw new Error('The console was not started.');
    return running;
  };

  return [
    { name: 'the packages are built', needed: true, run: () => buildPackages(electron) },
    {
      name: 'the .deb is what the docs say',
      needed: true,
      run() {
        const unpacked = unpackDeb(findPackage('.deb'), deb);
        complainAbout(debProblems(unpacked, manifest));
        return `${unpacked.control['Version']}, ${unpacked.files.length} files and folders of root's.`;
      },
    },
    {
      name: 'the .deb is installed and removed, in a layer that is thrown away',
      run() {
        const seen = tryInstallation(resolve(findPackage('.deb')), deb);
        return seen ?? 'NOT TRIED: this takes root, and a system that lets root mount a layer in memory.';
      },
    },
    {
      name: 'the app in the .deb has its fuses, libraries and licences, and no sources',
      async run() {
        complainAbout(await appProblems(app, 'linux'));
        return 'The fuses are set, and app.asar holds what it should.';
      },
    },
    {
      name: 'every shared library comes with a package that the .deb needs',
      run() {
        const depends = readDepends(deb);
        complainAbout(unnamedLibraries(program, depends));
        return depends;
      },
    },
    {
      name: 'it refuses debuggers, an open sandbox and to be Node',
      async run() {
        letSandboxStart(app);
        complainAbout(
          await unrefusedStarts(async ({ args, environment = {} }) =>
            waitForEnd(startPacked(program, args, { ...screen.environment, ...environment }, user)),
          ),
        );
        return `${hostileStarts.length} starts: ${hostileStarts.map(({ args }) => args[0]).join(' ')}`;
      },
    },
    {
      name: "NODE_OPTIONS brings no one else's program in",
      async run() {
        const sign = join(screen.environment['HOME'] ?? '', 'was-here');
        const evil = `data:text/javascript,import{writeFileSync}from'node:fs';writeFileSync('${sign}','')`;
        const environment = { ...screen.environment, NODE_OPTIONS: `--import="${evil}"` };
        const code = await waitForEnd(startPacked(program, ['--help'], environment, user));
        if (existsSync(sign)) throw new Error('The program in NODE_OPTIONS ran inside the console.');
        if (code !== 0) throw new Error(`--help ended with ${String(code)}.`);
        return 'It is not read.';
      },
    },
    {
      name: 'it opens for a plain user with an empty home, and shows Today',
      needed: true,
      async run() {
        running = startPacked(program, [], screen.environment, user);
        const first = await seeTitle(screen, pictures, /^(?:Welcome|Today) · /).catch((error: unknown) => {
          throw new Error(`${String(error)}\n${tellState(opened(), home)}`, { cause: error });
        });
        // A home that was never used may open on a page of its own, from which the menu's first key leads on.
        if (!first.startsWith('Today')) screen.press('ctrl+1');
        const title = await seeTitle(screen, pictures, /^Today · /);
        await waitFor('Today is read', () => hasDone(home, 'today.batches'));
        const { colours } = screen.picture(join(pictures, '1-today.png'));
        if (colours < 100) throw new Error(`The screen has ${colours} colours: the page is blank.`);
        return `"${first}"${first === title ? '' : `, then "${title}"`}; ${colours} colours on the screen.`;
      },
    },
    {
      name: 'Ctrl+K, a name and Enter lead to a page',
      async run() {
        screen.press('ctrl+k');
        await sleep(700);
        screen.type('dead letters');
        await sleep(700);
        screen.picture(join(pictures, '2-palette.png'));
        screen.press('Return');
        const title = await seeTitle(screen, pictures, /^Dead letters · /);
        await waitFor('the queues are read', () => hasDone(home, 'dead-letters.queues'));
        return `"${title}", and the log has the operation dead-letters.queues.`;
      },
    },
    {
      name: 'keys of the menu lead to a page',
      async run() {
        screen.press('ctrl+4');
        return `"${await seeTitle(screen, pictures, /^Review · /)}"`;
      },
    },
    {
      name: "a customer's batch goes through the functions that are in the archive",
      async run() {
        const batch = await waitFor('a batch ends in the sandbox', () => {
          const live = readLiveBatch(home);
          return live === undefined || /^(?:QUEUED|PROCESSING)$/.test(live.status) ? undefined : live;
        });
        if (batch.documents.every((status) => status === 'FAILED'))
          throw new Error(`All of ${batch.id} failed.`);
        return `${batch.id} is ${batch.status}; its documents are ${batch.documents.join(' and ')}.`;
      },
    },
    {
      name: 'a link opens that batch in the console that is open',
      async run() {
        const id = readLiveBatch(home)?.id ?? '';
        const second = startPacked(program, ['--', `sluice://batch/${id}`], screen.environment, user);
        const code = await waitForEnd(second);
        if (code !== 0) throw new Error(`The second start ended with ${String(code)}.`);
        const title = await seeTitle(screen, pictures, /^Triage · /);
        await waitFor('the documents of the batch are read', () => hasDone(home, 'documents.byStatus'));
        await sleep(700);
        screen.picture(join(pictures, '3-batch.png'));
        return `"${title}", and the log has the operation documents.byStatus; the second start ended with 0.`;
      },
    },
    {
      name: 'the system leads sluice:// links to it by its desktop entry',
      async run() {
        const asked = openLikeTheSystem(screen, user, join(deb, 'root'), 'sluice://page/workflows');
        const title = await seeTitle(screen, pictures, /^Workflows · /);
        return `${asked}: "${title}"`;
      },
    },
    {
      name: 'Ctrl+Q ends it in order, and it leaves its state behind',
      async run() {
        screen.press('ctrl+q');
        const code = await waitForEnd(opened());
        if (code !== 0) throw new Error(`It ended with ${String(code)}:\n${opened().output()}`);
        complainAbout(startProblems(home));
        const saved = readFileSync(join(home, 'window.json'), 'utf8').trim();
        if (!readLog(home)?.some(({ msg }) => msg === 'console closed'))
          throw new Error('It was not closed in order.');
        return `Exit code 0, no error in the log, window ${saved}.`;
      },
    },
    {
      name: "a link starts it with what the first one left, though the desktop's own program hangs, and SIGTERM ends it",
      async run() {
        const folder = writeProgram(join(work, 'hangs'), 'xdg-settings', 'exec sleep 90');
        const environment = { ...screen.environment, PATH: `${folder}:${screen.environment['PATH'] ?? ''}` };
        const again = startPacked(program, ['--', 'sluice://page/costs'], environment, user);
        const title = await seeTitle(screen, pictures, /^Costs · /);
        again.child.kill('SIGTERM');
        const code = await waitForEnd(again);
        if (code !== 0) throw new Error(`It ended with ${String(code)}:\n${again.output()}`);
        complainAbout(startProblems(home));
        return `"${title}", then exit code 0.`;
      },
    },
    {
      name: 'the AppImage holds the same app, and its AppRun starts it with its sandbox',
      async run() {
        const file = findPackage('.AppImage', 'optional');
        if (file === '') return 'NOT TRIED: no AppImage was built.';
        unpackAppImage(file, join(work, 'app-image'));
        complainAbout([...appImageProblems(appDir), ...(await appProblems(appDir, 'linux'))]);
        letSandboxStart(appDir);
        const started = startPacked(
          join(appDir, 'AppRun'),
          ['--', 'sluice://page/triage'],
          screen.environment,
          user,
        );
        const title = await seeTitle(screen, pictures, /^Triage · /);
        screen.press('ctrl+q');
        const code = await waitForEnd(started);
        if (code !== 0) throw new Error(`It ended with ${String(code)}:\n${started.output()}`);
        return `"${title}", then exit code 0.`;
      },
    },
    {
      name: 'an AppImage without user namespaces refuses to start, and says what helps',
      async run() {
        if (!existsSync(appDir)) return 'NOT TRIED: no AppImage was built.';
        // AppRun asks this program, which answers here as on a system that forbids namespaces.
        const folder = writeProgram(join(work, 'forbids'), 'unshare', 'exit 1');
        const environment = { ...screen.environment, PATH: `${folder}:${screen.environment['PATH'] ?? ''}` };
        const started = startPacked(join(appDir, 'AppRun'), [], environment, user);
        const code = await waitForEnd(started);
        const said = /Sluice does not run with --no-sandbox.*/.exec(started.output())?.[0];
        if (code !== 1 || said === undefined)
          throw new Error(`It ended with ${String(code)}:\n${started.output()}`);
        return said;
      },
    },
  ];
}

function buildPackages(electron: string | undefined): string {
  if (given !== undefined) return `Those in ${given} are tried.`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', 'scripts/package.ts', '--for-tests'],
    { encoding: 'utf8', env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: electron } },
  );
  if (status !== 0) throw new Error(stderr.trim());
  // electron-builder's own lines begin with a dot.
  return stderr
    .trim()
    .split('\n')
    .filter((line) => /^(?:Electron|The|NO|This) /.test(line))
    .join('\n');
}

function findPackage(ending: string, need: 'needed' | 'optional' = 'needed'): string {
  const name = readdirSync(output).find((one) => one.endsWith(ending));
  if (name === undefined && need === 'needed') throw new Error(`There is no ${ending} in ${output}.`);
  return name === undefined ? '' : join(output, name);
}

function readDepends(deb: string): string {
  return /^Depends: (.*)$/m.exec(readFileSync(join(deb, 'control', 'control'), 'utf8'))?.[1] ?? '';
}

/**
 * Does what the .deb's postinst does at an installation: where the system has no user namespaces for everybody,
 * Chromium's helper belongs to root and may become root.
 */
function letSandboxStart(folder: string): void {
  if (spawnSync('unshare', ['--user', 'true'], { ...user }).status === 0) return;
  if (process.getuid?.() !== 0)
    throw new Error('This system forbids user namespaces; root is needed to allow the sandbox.');
  chownSync(join(folder, 'chrome-sandbox'), 0, 0);
  chmodSync(join(folder, 'chrome-sandbox'), 0o4755);
}

/** Returns a folder for PATH with a program that answers instead of the system's. */
function writeProgram(folder: string, name: string, script: string): string {
  mkdirSync(folder);
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}

function ownFolder(folder: string): string {
  mkdirSync(join(folder, 'home'), { recursive: true });
  if (user !== undefined)
    for (const one of [folder, join(folder, 'home')]) chownSync(one, user.uid, user.gid);
  return folder;
}

function complainAbout(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
