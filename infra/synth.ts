import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { App } from 'aws-cdk-lib';
import { defineStacks, plainTemplates } from './all-stacks.ts';
import { readSettings } from './settings.ts';

/**
 * Writes the templates of the sandbox, which are committed; with `--check` it only compares them, and fails where they
 * differ. It needs no account, no network and no bundles.
 */
const folder = fileURLToPath(new URL('templates', import.meta.url));
const templates = synthesise();
const written = readWritten();
const changed = [...new Set([...templates.keys(), ...written.keys()])].filter(
  (file) => templates.get(file) !== written.get(file),
);
if (process.argv.includes('--check')) {
  for (const file of changed) process.stdout.write(`infra/templates/${file} is not what the sources say.\n`);
  if (changed.length > 0) process.stdout.write('Run "npm run synth" in infra, and look at the difference.\n');
  process.exitCode = changed.length > 0 ? 1 : 0;
} else {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [file, text] of templates) writeFileSync(join(folder, file), text);
  process.stdout.write(`${templates.size} templates, of which ${changed.length} have changed.\n`);
}

function synthesise(): ReadonlyMap<string, string> {
  const outdir = mkdtempSync(join(tmpdir(), 'synth-'));
  try {
    const app = new App({ outdir, context: plainTemplates });
    defineStacks(app, readSettings('sandbox'), 'named');
    const { stacks } = app.synth();
    return new Map(
      stacks.map(({ stackName, template }): [string, string] => [
        `${stackName}.json`,
        `${JSON.stringify(template, undefined, 2)}\n`,
      ]),
    );
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

function readWritten(): ReadonlyMap<string, string> {
  try {
    return new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
  } catch {
    // There is no folder before the first time.
    return new Map();
  }
}
