import { spawn } from 'node:child_process';

interface Step {
  readonly name: string;
  readonly command: string;
}

/** Lint and types remember what passed. With `--all`, as in CI, every file is checked again. */
const all = process.argv.includes('--all') ? ' --all' : '';

/** After a large merge the compiler can take old declarations for current, so a failure counts only from the beginning. */
const types = all === '' ? 'tsc -b || tsc -b --force' : 'tsc -b --force';

const steps: readonly Step[] = [
  { name: 'format', command: 'oxfmt --check .' },
  { name: 'lint', command: `tsx scripts/lint.ts${all}` },
  { name: 'types', command: types },
  { name: 'layers', command: 'tsx scripts/check-layers.ts' },
  { name: 'styles', command: 'tsx scripts/check-styles.ts' },
  { name: 'english', command: 'tsx scripts/check-english.ts' },
  { name: 'unused', command: 'knip --cache --cache-location .cache/knip' },
  { name: 'lock', command: 'tsx scripts/check-lock.ts' },
];

/** All steps run and are reported, so that one failed step does not hide another. */
const outcomes = await Promise.all(steps.map(run));
for (const { name, seconds, code, output } of outcomes) {
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)\n`);
  if (code !== 0) process.stdout.write(`${output.trimEnd()}\n\n`);
}
process.exitCode = outcomes.every(({ code }) => code === 0) ? 0 : 1;

function run({
  name,
  command,
}: Step): Promise<{ name: string; seconds: number; code: number; output: string }> {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString('utf8')));
    child.stderr.on('data', (text: Buffer) => (output += text.toString('utf8')));
    child.on('close', (code) => {
      resolve({ name, seconds: (performance.now() - started) / 1_000, code: code ?? 1, output });
    });
  });
}
