import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { readLog } from './working-start.ts';

/** Chromium's sandbox does not start for root, so root gives this user's number to what it starts. */
export type PlainUser = { readonly uid: number; readonly gid: number } | undefined;

/** Systems keep this number for a user to whom no file belongs. */
const userWithoutFiles = 65_534;

export function findPlainUser(): PlainUser {
  return process.getuid?.() === 0 ? { uid: userWithoutFiles, gid: userWithoutFiles } : undefined;
}

export interface Screen {
  /** The variables of a person at this screen, with a home of their own and nothing else of this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** The title of the app's window; undefined while there is none. */
  readonly title: () => string | undefined;
  /** Gives the window the keyboard, as a window manager would, and presses keys such as `ctrl+k`. */
  readonly press: (...keys: readonly string[]) => void;
  readonly type: (text: string) => void;
  /** Writes what is on the screen to a file, and counts its colours. */
  readonly picture: (file: string) => { readonly colours: number };
  readonly stop: () => Promise<void>;
}

/**
 * Starts a screen in memory. A packaged app lets no debugger in, so it is driven as by a person: keys that the
 * X server delivers, and the window's title and picture, which the server knows.
 */
export async function openScreen(folder: string, user: PlainUser): Promise<Screen> {
  const pixels = join(folder, 'Xvfb_screen0');
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-fbdir', folder, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], ...user },
  );
  const ended = once(server, 'close');
  const number = await new Promise<string>((done, fail) => {
    server.once('error', fail);
    server.once('close', () => fail(new Error('Xvfb ended before it had a screen.')));
    server.stdio[3]?.once('data', (text: Buffer) => done(text.toString('utf8').trim()));
  });
  const home = join(folder, 'home');
  const environment = {
    PATH: process.env['PATH'] ?? '',
    LANG: 'C.UTF-8',
    HOME: home,
    DISPLAY: `:${number}`,
    // A path that is no socket: this screen has no session bus, and none of the machine's is to be used.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  };
  const ask = (...args: readonly string[]): string | undefined => {
    const { status, stdout } = spawnSync('xdotool', args, { encoding: 'utf8', env: environment, ...user });
    return status === 0 ? stdout.trim() : undefined;
  };
  const window = ['search', '--onlyvisible', '--class', 'sluice'];
  const focus = (): void => void ask(...window, 'windowfocus', '--sync');
  return {
    environment,
    title: () => ask(...window, 'getwindowname'),
    press(...keys) {
      focus();
      ask('key', '--delay', '60', ...keys);
    },
    type(text) {
      focus();
      ask('type', '--delay', '30', text);
    },
    picture(file) {
      const { width, height, rgb } = readScreen(readFileSync(pixels));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, pngFile(width, height, rgb));
      const colours = new Set<number>();
      for (let at = 0; at < rgb.length; at += 3) colours.add(rgb.readUIntBE(at, 3));
      return { colours: colours.size };
    },
    async stop() {
      server.kill();
      await ended;
    },
  };
}

/** Reads the X server's own file: a header of numbers, a table of colours, then four bytes for each point. */
function readScreen(file: Buffer): { width: number; height: number; rgb: Buffer } {
  const field = (index: number): number => file.readUInt32BE(index * 4);
  const [start, width, height, bytesPerLine] = [field(0) + field(19) * 12, field(4), field(5), field(12)];
  if (field(11) !== 32 || field(7) !== 0) throw new Error('The screen has another format than expected.');
  const rgb = Buffer.alloc(width * height * 3);
  for (let row = 0, to = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, to += 3) {
      const from = start + row * bytesPerLine + column * 4;
      rgb[to] = file[from + 2] ?? 0;
      rgb[to + 1] = file[from + 1] ?? 0;
      rgb[to + 2] = file[from] ?? 0;
    }
  }
  return { width, height, rgb };
}

function pngFile(width: number, height: number, rgb: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits for each of three colours.
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let row = 0; row < height; row += 1) {
    rgb.copy(rows, row * (width * 3 + 1) + 1, row * width * 3, (row + 1) * width * 3);
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

export interface Running {
  readonly child: ChildProcess;
  /** The exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>;
  readonly output: () => string;
}

export function startPacked(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  user: PlainUser,
): Running {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
    cwd: '/',
    ...user,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text.toString('utf8');
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  return { child, ended, output: () => output };
}

/** Asks again and again until there is an answer; throws what was waited for if there is none in time. */
export async function waitFor<T>(what: string, read: () => T | undefined, patienceMs = 60_000): Promise<T> {
  for (let waited = 0; waited < patienceMs; waited += 250) {
    const found = read();
    if (found !== undefined) return found;
    await sleep(250);
  }
  throw new Error(`Waited ${patienceMs / 1_000} s in vain: ${what}.`);
}

/** Waits until the window has such a title; a picture is left of what is there instead. */
export async function seeTitle(screen: Screen, pictures: string, shape: RegExp): Promise<string> {
  try {
    return await waitFor(`the window is called ${shape.source}`, () => {
      const title = screen.title();
      return title !== undefined && shape.test(title) ? title : undefined;
    });
  } catch (error) {
    screen.picture(join(pictures, 'failed.png'));
    const title = screen.title();
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${why} ${title === undefined ? 'There is no window' : `It is called "${title}"`}; see ${pictures}/failed.png.`,
      { cause: error },
    );
  }
}

/** Returns the exit code or the signal; undefined if it kept running, and then it is ended. */
export async function waitForEnd({ child, ended }: Running): Promise<number | undefined> {
  const late = new Promise<undefined>((give) => {
    setTimeout(give, 60_000, undefined).unref();
  });
  const end = await Promise.race([ended, late]);
  if (end === undefined) child.kill('SIGKILL');
  return typeof end === 'number' ? end : undefined;
}

/** Tells what a console that shows no window said and wrote, and what its processes wait for. */
export function tellState({ child, output }: Running, home: string): string {
  const log = readLog(home)?.map(({ msg }) => msg);
  const { stdout } = spawnSync('ps', ['-eo', 'pid,ppid,stat,wchan:24,etimes,args'], { encoding: 'utf8' });
  const processes = stdout.split('\n').filter((line) => line.includes('sluice') || line.includes('xdg-'));
  const ended = child.exitCode ?? child.signalCode ?? 'still runs';
  return [
    `It ${typeof ended === 'number' ? `ended with ${ended}` : ended}, and said: ${output()}`,
    `Its log: ${log?.join(' | ') ?? 'none'}`,
    ...processes.map((line) => line.slice(0, 160)),
  ].join('\n');
}

/** The entry is installed for this user alone, so it names where the app was unpacked instead of /opt. */
export function openLikeTheSystem(screen: Screen, user: PlainUser, root: string, link: string): string {
  const folder = join(screen.environment['HOME'] ?? '', '.local', 'share', 'applications');
  const entry = readFileSync(join(root, 'usr/share/applications/sluice.desktop'), 'utf8');
  // Where no console is open, xdg-open starts one and waits until it ends.
  const asPerson = { encoding: 'utf8', env: screen.environment, timeout: 60_000, ...user } as const;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'sluice.desktop'), entry.replace('/opt/', `${root}/opt/`));
  const steps = [
    ['desktop-file-validate', join(folder, 'sluice.desktop')],
    ['update-desktop-database', folder],
    ['xdg-open', link],
  ] as const;
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  for (const [tool, argument] of steps) {
    const { status, stdout, stderr } = spawnSync(tool, [argument], asPerson);
    if (status !== 0) throw new Error(`${tool} ended with ${status}: ${stdout}${stderr}`);
  }
  return `xdg-open ${link}`;
}

/** The log has each operation that the page asked for and was answered. */
export function hasDone(home: string, operation: string): true | undefined {
  const lines = readLog(home) ?? [];
  return lines.some((line) => line.operation === operation && line.msg === 'done') || undefined;
}

export interface LiveBatch {
  readonly id: string;
  readonly status: string;
  readonly documents: readonly string[];
}

/**
 * Reads from the sandbox's journal the first batch that a customer sent while it was open. Its documents end only if
 * the functions' bundles, which are in the archive, have run.
 */
export function readLiveBatch(home: string): LiveBatch | undefined {
  const folder = join(home, 'local');
  if (!existsSync(folder)) return undefined;
  const items = new Map<string, string>();
  for (const name of readdirSync(folder)
    .filter((one) => one.endsWith('.journal'))
    .toSorted()) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      for (const [collection, key, item] of readChanges(line)) {
        const status = item?.status?.S;
        if (collection.startsWith('dynamodb/items/autowired') && status) items.set(key, status);
      }
    }
  }
  for (const [key, status] of items) {
    const [, id] = /BATCH#(batch-\w+)$/.exec(key) ?? [];
    if (id === undefined) continue;
    const documents = [...items].filter(([other]) => other.includes(`#BATCH#${id}DOCUMENT#`));
    return { id, status, documents: documents.map(([, one]) => one) };
  }
  return undefined;
}

type Change = readonly [
  collection: string,
  key: string,
  item?: { readonly status?: { readonly S?: string } },
];

/** Skips a line that is half written. */
function readChanges(line: string): readonly Change[] {
  try {
    return JSON.parse(line.slice(line.indexOf(' ') + 1)) as readonly Change[];
  } catch {
    return [];
  }
}
