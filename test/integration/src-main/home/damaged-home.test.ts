import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { seededRandomness } from '#local/world/randomness.ts';
import { findKind } from '#main/home/home-files.ts';
import type { Examination } from '#shared/contract/home.ts';
import { aUsedHome, reopenConsole } from '#test/builders/a-used-home.ts';
import { injectFileFaults } from '#test/builders/faulty-files.ts';
import { chooseRuns } from '#test/setup/choose-runs.ts';

const damages = ['empty', 'half', 'zeroed', 'garbage', 'a folder', 'not readable'] as const;
type Damage = (typeof damages)[number];

/** Nothing reads these back: their loss costs nothing, so there is nothing to say. */
const isSilent = (path: string, damage: Damage): boolean =>
  ['passing', 'profile', 'log', 'connections-before', 'damaged-journals'].includes(
    findKind(path)?.kind ?? '',
  ) ||
  // The note of a clean stop is an aid for finding a cut journal.
  (path === 'local/closed' && !['a folder', 'not readable', 'empty'].includes(damage));

it(
  'a home with one damaged file opens, says which, and loses nothing else',
  { timeout: 3_000_000 },
  async () => {
    const { home: used, world } = await aUsedHome();
    const paths = listFiles(used);
    const kinds = new Set(paths.map((path) => findKind(path)?.kind ?? `unknown: ${path}`));
    expect([...kinds].toSorted()).toEqual(
      [
        'anchors audit audit-ends budgets catalogues connections connections-before decisions discarded drafts journals ledgers',
        'log meter opened passing postponed preferences profile refusals returns sandbox spend tally tenants told',
        'told-once window',
      ]
        .join(' ')
        .split(' '),
    );
    const random = seededRandomness('31');
    const wrong: string[] = [];
    let tried = 0;
    for (let round = 0; round < chooseRuns({ short: 1, long: 2 }); round += 1) {
      for (const path of paths) {
        // The short run tries two ways with each file, and the long run all.
        const first = random.integer(damages.length);
        const some = chooseRuns({ short: 2, long: damages.length });
        for (const damage of [...damages, ...damages].slice(first, first + some)) {
          tried += 1;
          wrong.push(...(await tryDamage({ used, world, path, damage, random: () => random.unit() })));
        }
      }
    }
    expect(wrong).toEqual([]);
    process.stdout.write(`${tried} damaged homes opened: ${paths.length} files, ${damages.length} ways\n`);
  },
);

/** The pages that use the files answer all the same. */
const asked = [
  'preferences.read',
  'lookup.opened',
  'explorer.refusals',
  'catalogue.files',
  'audit.read',
  'audit.verify',
  'review.desk',
  'connections.list',
] as const;

interface Try {
  readonly used: string;
  readonly world: Awaited<ReturnType<typeof aUsedHome>>['world'];
  readonly path: string;
  readonly damage: Damage;
  readonly random: () => number;
}

/** Returns what did not hold. */
async function tryDamage({ used, world, path, damage, random }: Try): Promise<readonly string[]> {
  const what = `${path}, ${damage}`;
  const home = mkdtempSync(join(tmpdir(), 'sluice-damaged-'));
  cpSync(used, home, { recursive: true });
  const file = join(home, path);
  const before = damageFile(file, damage, random);
  const inode = lstatSync(file).ino;
  const restore =
    damage === 'not readable' ? forbid(inode, () => [file, ...findAside(home, path)]) : () => {};
  try {
    const { opened, ask, call } = await reopenConsole(home, world);
    const { files } = await ask('home.lost', {});
    const examination = await ask('home.examine', {});
    // The pages that use the files answer.
    const wrong: string[] = [];
    for (const operation of asked) {
      const answer = await call(operation, {});
      if (!answer.ok) wrong.push(`${operation} answers: ${answer.failure.message}`);
    }
    for (const jobId of listJobs(used)) {
      const answer = await call('jobs.receipts', { jobId, offset: 0 });
      // A journal without its plan has no receipts, which its own problem says.
      if (!answer.ok && path !== `jobs/${jobId}.jsonl`) {
        wrong.push(`jobs.receipts answers: ${answer.failure.message}`);
      }
    }
    await opened.close();
    restore();
    const says = findSaying(examination, path);
    if (!isSilent(path, damage) && says === undefined) wrong.push('nothing says that it was lost');
    // A file that was set aside is listed where the page looks for it.
    if (says?.state === 'set-aside' && !files.some((one) => one.path === path))
      wrong.push('it is not listed as lost');
    if (!isDamagedKept(home, { path, before, damage })) wrong.push('its bytes are gone');
    wrong.push(...listOthersLost({ used, home, path }).map((other) => `${other} was changed or lost`));
    return wrong.map((one) => `${what}: ${one}`);
  } catch (error) {
    return [`${what}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`];
  } finally {
    restore();
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Makes a file unreadable until the returned function is called, wherever it is moved to. Root may read everything, so
 * for root the calls are made to fail.
 */
function forbid(inode: number, places: () => readonly string[]): () => void {
  const isIt = (of: string): boolean => statSync(of, { throwIfNoEntry: false })?.ino === inode;
  const change = (mode: number): void => {
    const place = places().find(isIt);
    if (place !== undefined) chmodSync(place, mode);
  };
  if (process.getuid?.() === 0) {
    return injectFileFaults((call, of) =>
      (call === 'read' || call === 'open') && isIt(of) ? 'EACCES' : undefined,
    );
  }
  change(0o000);
  return () => change(0o600);
}

/** Returns what the file holds now; null for a folder. */
function damageFile(file: string, damage: Damage, random: () => number): Buffer | null {
  const bytes = readFileSync(file);
  if (damage === 'not readable') return bytes;
  if (damage === 'a folder') {
    rmSync(file);
    mkdirSync(file);
    writeFileSync(join(file, 'inside'), 'of another program');
    return null;
  }
  const damaged = Buffer.from(bytes);
  if (damage === 'zeroed') {
    const from = Math.floor(random() * Math.max(1, bytes.length - 1));
    damaged.fill(0, from, Math.max(from + 1, Math.min(bytes.length, from + 512)));
  }
  if (damage === 'garbage')
    for (let at = 0; at < damaged.length; at += 1) damaged[at] = Math.floor(random() * 256);
  const now =
    damage === 'empty'
      ? Buffer.alloc(0)
      : damage === 'half'
        ? damaged.subarray(0, Math.floor(bytes.length / 2))
        : damaged;
  writeFileSync(file, now);
  return now;
}

function findSaying({ files }: Examination, path: string): Examination['files'][number] | undefined {
  return files.find((one) => one.problem !== null && (one.path === path || one.path.endsWith(`/${path}`)));
}

/** The bytes that were damaged are still there, in place or set aside, so that a person may still make use of them. */
function isDamagedKept(
  home: string,
  { path, before, damage }: { path: string; before: Buffer | null; damage: Damage },
): boolean {
  const kind = findKind(path)?.kind;
  if (kind === 'log' || kind === 'passing') return true;
  const places = [join(home, path), ...findAside(home, path)];
  return places.some((place) => {
    if (!existsSync(place)) return false;
    if (damage === 'a folder') return existsSync(join(place, 'inside'));
    const now = readFileSync(place);
    return before !== null && now.subarray(0, before.length).equals(before);
  });
}

function findAside(home: string, path: string): string[] {
  const lost = join(home, 'lost');
  return existsSync(lost) ? readdirSync(lost).map((name) => join(lost, name, path)) : [];
}

/** Every other file begins with what it held, as a log goes on. */
function listOthersLost({
  used,
  home,
  path,
}: {
  used: string;
  home: string;
  path: string;
}): readonly string[] {
  return listFiles(used).filter((other) => {
    if (other === path || findKind(other)?.kind === 'passing') return false;
    const [was, place] = [readFileSync(join(used, other)), join(home, other)];
    const isThere = existsSync(place) && readFileSync(place).subarray(0, was.length).equals(was);
    // The console counts its own reads at a stop, and tells what was not told.
    const isRewritten =
      ['spend', 'told', 'anchors'].includes(findKind(other)?.kind ?? '') && existsSync(place);
    return !isThere && !isRewritten;
  });
}

function listJobs(home: string): readonly string[] {
  const names = readdirSync(join(home, 'jobs'));
  return names.flatMap((name) => /^([^.]+)\.jsonl$/.exec(name)?.[1] ?? []);
}

function listFiles(home: string): string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(home, join(entry.parentPath, entry.name)))
    .toSorted();
}
