import { cpSync, chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTool } from './package/linux-tools.ts';

/**
 * Stands in for fpm where it cannot be had (linux-tools.ts): builds a .deb with dpkg-deb out of the command line that
 * electron-builder passes to fpm. An option that it does not know stops it, because a package without it would prove
 * nothing.
 */
const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  strict: true,
  options: {
    s: { type: 'string', short: 's' },
    t: { type: 'string', short: 't' },
    force: { type: 'boolean' },
    debug: { type: 'boolean' },
    log: { type: 'string' },
    depends: { type: 'string', short: 'd', multiple: true },
    'deb-recommends': { type: 'string', multiple: true },
    'deb-compression': { type: 'string' },
    'deb-priority': { type: 'string' },
    architecture: { type: 'string' },
    'before-install': { type: 'string' },
    'after-install': { type: 'string' },
    'after-remove': { type: 'string' },
    description: { type: 'string' },
    version: { type: 'string' },
    package: { type: 'string' },
    name: { type: 'string' },
    maintainer: { type: 'string' },
    vendor: { type: 'string' },
    url: { type: 'string' },
    category: { type: 'string' },
    license: { type: 'string' },
  },
});
if (values.s !== 'dir' || values.t !== 'deb')
  throw new Error('Only a .deb out of folders can be built here.');

const root = mkdtempSync(join(tmpdir(), 'sluice-deb-'));
// The folder itself is in the package, too, as the root of the machine.
chmodSync(root, 0o755);
try {
  for (const pair of positionals) copyInto(root, pair);
  mkdirSync(join(root, 'DEBIAN'));
  writeFileSync(join(root, 'DEBIAN', 'control'), controlFile());
  writeScript('preinst', values['before-install']);
  writeScript('postinst', values['after-install']);
  writeScript('postrm', values['after-remove']);
  const compression = values['deb-compression'] === 'gz' ? ['-Zgzip', '-z1'] : ['-Zxz'];
  runTool('dpkg-deb', ['--root-owner-group', ...compression, '--build', root, values.package ?? '']);
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** `FOLDER/=/opt/Sluice` places what is in a folder, `FILE=/usr/share/…` places one file. */
function copyInto(folder: string, pair: string): void {
  const at = pair.lastIndexOf('=');
  const from = pair.slice(0, at);
  const to = join(folder, pair.slice(at + 1));
  mkdirSync(dirname(to), { recursive: true });
  if (from.endsWith('/')) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  else copyFileSync(from, to);
}

function controlFile(): string {
  const size = Number(runTool('du', ['-sk', '--exclude=DEBIAN', root]).split('\t')[0]);
  // A description has lines after its first that begin with a space.
  const [first = '', ...more] = (values.description ?? '').split('\n');
  const fields = {
    Package: values.name,
    Version: values.version,
    License: values.license,
    Vendor: values.vendor,
    Architecture: values.architecture,
    Maintainer: values.maintainer,
    'Installed-Size': String(size),
    Depends: values.depends?.join(', '),
    Recommends: values['deb-recommends']?.join(', '),
    Section: values.category,
    Priority: values['deb-priority'],
    Homepage: values.url,
    Description: [first, ...more.map((line) => ` ${line.trim()}`)].join('\n'),
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  return `${lines.join('\n')}\n`;
}

function writeScript(name: string, from: string | undefined): void {
  if (from === undefined) return;
  const to = join(root, 'DEBIAN', name);
  copyFileSync(from, to);
  chmodSync(to, 0o755);
}
