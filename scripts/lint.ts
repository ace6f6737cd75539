import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { hashClosures } from './layers/hash-closures.ts';
import { listInfraPaths, readImports } from './layers/read-imports.ts';

/**
 * Lints every file. Rules that need types take most of the time, so a file that passed them is asked again only when it,
 * a file that it imports however far away, or something that concerns every file has changed. `--all` asks each file,
 * as CI does, because a type can also reach a file that does not import it.
 */
const record = '.cache/lint.json';
/** These paths concern every file, and so do ambient types. */
const forAll = new Set(['package-lock.json', 'infra/package-lock.json', '.oxlintrc.json', 'scripts/lint.ts']);
const rooms = ['shared', 'src-pipelines', 'src-local', 'src-main', 'src-renderer', 'scripts', 'test'];
/** oxlint's exit code when it has found something, and has not failed itself. */
const findings = 1;
const ambient = /\bdeclare (?:global|module)\b/;

const atTop = readdirSync('.');
/** Without its own packages, nothing in `infra` has a type. */
const hasInfra = existsSync('infra/node_modules/aws-cdk-lib');
const { files, imports } = readImports([
  ...rooms,
  ...(hasInfra ? listInfraPaths() : []),
  ...atTop.filter((file) => /\.tsx?$/.test(file)),
]);
const contents = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const closures = hashClosures(files, imports, hashWhatConcernsAll(), readForHash);
const passed = new Set(readRecord());
const asked = process.argv.includes('--all')
  ? files
  : files.filter((file) => !passed.has(closures.get(file) ?? ''));

const isMost = asked.length > files.length / 2;
const plain = isMost ? undefined : oxlint('.');
const everywhere = ['.', ...(hasInfra ? [] : ['--ignore-pattern', 'infra/**'])];
const typed = asked.length === 0 ? undefined : oxlint('--type-aware', ...(isMost ? everywhere : asked));
const isClean = [plain, typed].every((run) => run === undefined || run.status === 0);
if (typed === undefined || typed.status === 0 || typed.status === findings) {
  // A file that is named in what was found is asked again, so that the next run is as quick as the first was complete.
  const clean = files.filter((file) => !typed?.output.includes(file));
  mkdirSync('.cache', { recursive: true });
  writeFileSync(record, JSON.stringify(clean.map((file) => closures.get(file))));
}
process.stdout.write(`Rules that need types were asked about ${asked.length} of ${files.length} files.\n`);
process.exitCode = isClean ? 0 : 1;

function oxlint(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const bin = 'node_modules/oxlint/bin/oxlint';
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (status !== 0) process.stdout.write(stdout + stderr);
  return { status, output: stdout + stderr };
}

function hashWhatConcernsAll(): string {
  const hash = createHash('sha256');
  const inRooms = [...rooms, 'infra'].map((room) => `${room}/tsconfig.json`);
  const settings = [...atTop, 'infra/package-lock.json', ...inRooms];
  for (const file of settings.filter((name) => forAll.has(name) || /tsconfig.*\.json$/.test(name))) {
    if (existsSync(file)) hash.update(`${file}\n${readFileSync(file, 'utf8')}\n`);
  }
  for (const file of [...findDeclarations(), ...files.filter((one) => ambient.test(contents.get(one) ?? ''))])
    hash.update(`${file}\n${readForHash(file)}\n`);
  return hash.digest('hex');
}

function findDeclarations(): readonly string[] {
  return rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.d.ts'))
      .map((file) => `${room}/${file.replaceAll('\\', '/')}`)
      .toSorted(),
  );
}

function readForHash(file: string): string {
  return contents.get(file) ?? readFileSync(file, 'utf8');
}

function readRecord(): readonly string[] {
  try {
    return JSON.parse(readFileSync(record, 'utf8')) as readonly string[];
  } catch {
    return [];
  }
}
