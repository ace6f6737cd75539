import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { electronProblem } from './package/electron-support.ts';

/** This asks the registry, so it runs in the workflow and not in `npm run check`. */
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly devDependencies: Readonly<Record<string, string>>;
};
const asked = spawnSync('npm', ['view', 'electron', 'version'], { encoding: 'utf8', shell: true });
const problem = electronProblem(manifest.devDependencies['electron'] ?? '', asked.stdout.trim());
process.stdout.write(`${problem ?? 'Electron is pinned to a supported major.'}\n`);
process.exitCode = problem === undefined ? 0 : 1;
