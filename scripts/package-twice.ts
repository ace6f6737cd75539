import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { electronForTests } from './electron-for-tests.ts';
import { forTestsOutput } from './package/for-tests.ts';

/**
 * Packs two clean clones of the last commit, in folders with other names, and compares the archives with the console:
 * `npm run package:twice`. What a person receives can so be compared with what they build themselves.
 */
process.exitCode = await packTwice();

async function packTwice(): Promise<number> {
  const electron = await electronForTests();
  if (!electron.found) {
    process.stdout.write(`*** NOT COMPARED: nothing was packed. ${electron.missing}\n`);
    return 0;
  }
  const work = mkdtempSync(join(tmpdir(), 'sluice-twice-'));
  try {
    const sums = ['first', 'second-in-a-longer-folder'].map((name) =>
      packClone(join(work, name), electron.folder),
    );
    const isSame = sums[0] === sums[1];
    process.stdout.write(
      isSame
        ? `Both clones pack the same app.asar: ${sums[0] ?? ''}.\n`
        : `The archives differ: ${sums.join(' and ')}. Something in the build depends on its folder or on the time.\n`,
    );
    return isSame ? 0 : 1;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function packClone(folder: string, electron: string): string {
  execFileSync('git', ['clone', '--quiet', '--local', process.cwd(), folder]);
  // The installed packages are the same for both, as `npm ci` makes them.
  cpSync('node_modules', join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  execFileSync(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', 'scripts/package.ts', '--for-tests', '--dir'],
    { cwd: folder, stdio: 'pipe', env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: electron } },
  );
  const output = join(folder, forTestsOutput);
  const archive = readdirSync(output, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('app.asar'),
  );
  if (archive === undefined || !existsSync(join(output, archive)))
    throw new Error(`${folder} was not packed.`);
  return createHash('sha256')
    .update(readFileSync(join(output, archive)))
    .digest('hex');
}
