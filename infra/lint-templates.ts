import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, NotHere } from '../scripts/oracles/oracle.ts';
import { pythonEnvironment } from '../scripts/oracles/python-environment.ts';

/** Checks the templates with AWS's own cfn-lint, on machines that can have it, and says loudly where they cannot. */
const version = '1.51.0';
const here = fileURLToPath(new URL('.', import.meta.url));

try {
  const folder = resolve(here, '..', cacheFolder, `cfn-lint-${version}`);
  const program = `${pythonEnvironment(folder, `cfn-lint==${version}`)}/cfn-lint`;
  const { status } = spawnSync(program, [], { cwd: here, stdio: 'inherit' });
  if (status === 0) process.stdout.write(`cfn-lint ${version} has nothing to say about the templates.\n`);
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof NotHere)) throw error;
  process.stdout.write(`\nTHE TEMPLATES WERE NOT CHECKED BY CFN-LINT: ${error.message}.\n\n`);
}
