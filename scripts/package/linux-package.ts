import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isForTests } from './for-tests.ts';
import { isExecutable, runTool } from './linux-tools.ts';

/** This is what a .deb says about itself, and what it would put on a machine. */
export interface Deb {
  readonly control: Readonly<Record<string, string>>;
  readonly files: readonly DebFile[];
  /** The scripts that the package manager runs, by name. */
  readonly scripts: Readonly<Record<string, string>>;
  readonly desktopEntry: string;
  readonly appArmorProfile: string;
}

interface DebFile {
  /** As `ls -l` shows it. */
  readonly mode: string;
  readonly owner: string;
  readonly path: string;
}

const program = '/opt/Sluice/sluice';
const belongs =
  /^\/(?:opt\/(?:Sluice\/.*)?|usr\/(?:share\/(?:(?:icons|applications)\/.*|doc\/(?:sluice\/.*)?)?)?)?$/;
const scripts = ['preinst', 'postinst', 'prerm', 'postrm'];
const expected = [
  program,
  '/opt/Sluice/chrome-sandbox',
  '/opt/Sluice/LICENSE.electron.txt',
  '/opt/Sluice/LICENSES.chromium.html',
  '/opt/Sluice/resources/app.asar',
  '/opt/Sluice/resources/apparmor-profile',
  '/usr/share/applications/sluice.desktop',
  '/usr/share/icons/hicolor/16x16/apps/sluice.png',
  '/usr/share/icons/hicolor/512x512/apps/sluice.png',
];

/** Unpacks a .deb without installing it: its files to `folder/root`, its scripts to `folder/control`. */
export function unpackDeb(file: string, folder: string): Deb {
  const root = join(folder, 'root');
  const control = join(folder, 'control');
  mkdirSync(root, { recursive: true });
  runTool('dpkg-deb', ['--extract', file, root]);
  runTool('dpkg-deb', ['--control', file, control]);
  const listed = runTool('dpkg-deb', ['--contents', file]).trim().split('\n');
  return {
    control: readFields(readFileSync(join(control, 'control'), 'utf8')),
    files: listed.map(readListed),
    scripts: Object.fromEntries(
      scripts
        .filter((name) => existsSync(join(control, name)))
        .map((name) => [name, readFileSync(join(control, name), 'utf8')]),
    ),
    desktopEntry: readFileSync(join(root, 'usr/share/applications/sluice.desktop'), 'utf8'),
    appArmorProfile: readFileSync(join(root, 'opt/Sluice/resources/apparmor-profile'), 'utf8'),
  };
}

function readFields(control: string): Readonly<Record<string, string>> {
  const lines = control.split('\n').filter((line) => /^\S+: /.test(line));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
}

/** Reads a line such as `-rwxr-xr-x root/root 38448 2026-11-26 14:39 ./opt/Sluice/chrome-sandbox`. */
function readListed(line: string): DebFile {
  const [mode = '', owner = '', , , , ...path] = line.split(/\s+/);
  return {
    mode,
    owner,
    path: path
      .join(' ')
      .replace(/^\./, '')
      .replace(/ (?:->|link to) .*$/, ''),
  };
}

/** Compares a .deb with what docs/packaging.md says of it; empty when all is so. */
export function debProblems(deb: Deb, manifest: { version: string; license: string }): readonly string[] {
  const { control, files, appArmorProfile } = deb;
  const paths = new Set(files.map(({ path }) => path));
  return [
    ...controlProblems(control, manifest),
    ...files.flatMap(fileProblems),
    ...expected.filter((path) => !paths.has(path)).map((path) => `the .deb lacks ${path}`),
    ...entryProblems(deb.desktopEntry, `${program} -- %U`),
    ...(appArmorProfile.includes(`"${program}"`) && /^\s*userns,$/m.test(appArmorProfile)
      ? []
      : [`the AppArmor profile does not allow ${program} its user namespaces`]),
    ...scriptProblems(deb),
  ];
}

function controlProblems(
  control: Deb['control'],
  { version, license }: { version: string; license: string },
): readonly string[] {
  const wanted: Readonly<Record<string, RegExp>> = {
    Package: /^sluice$/,
    Version: new RegExp(`^${version.replaceAll('.', '\\.')}(?:$|~)`),
    Architecture: /^(?:amd64|arm64)$/,
    Maintainer: /^.+ <\S+@\S+>$/,
    Homepage: /^https:\/\//,
    License: new RegExp(`^${license}$`),
    Section: /^admin$/,
    Priority: /^optional$/,
    Depends: /\blibgtk-3-0\b.*\blibasound2\b.*\blibgbm1\b/,
    Description: /\S/,
  };
  return Object.entries(wanted).flatMap(([name, shape]) =>
    shape.test(control[name] ?? '') ? [] : [`the .deb says "${name}: ${control[name] ?? ''}"`],
  );
}

function fileProblems({ mode, owner, path }: DebFile): readonly string[] {
  return [
    ...(belongs.test(path) ? [] : [`${path} does not belong into the .deb`]),
    ...(owner === 'root/root' ? [] : [`${path} belongs to ${owner}`]),
    ...(/^.{5}w|^.{8}w/.test(mode) && !mode.startsWith('l') ? [`others may write to ${path}`] : []),
    ...(/s/i.test(mode) ? [`${path} is setuid before anything is installed`] : []),
    ...(/^d.{8}-/.test(mode) ? [`only root may enter ${path}`] : []),
    ...(/\.(?:[cm]?ts|tsx|map)$/.test(path) ? [`${path} is a source`] : []),
  ];
}

/** The entry's command ends with what a link says, which must not be able to be an option. */
export function entryProblems(entry: string, command: string): readonly string[] {
  const wanted = [
    `Exec=${command}`,
    'Type=Application',
    'Terminal=false',
    'Icon=sluice',
    'StartupWMClass=sluice',
    'MimeType=x-scheme-handler/sluice;',
  ];
  const lines = new Set(entry.split('\n'));
  return wanted.filter((line) => !lines.has(line)).map((line) => `the desktop entry lacks "${line}"`);
}

function scriptProblems({ control, scripts: given }: Deb): readonly string[] {
  const refuses = isForTests((control['Version'] ?? '').replaceAll('~', '-'));
  return [
    ...(refuses === (given['preinst'] !== undefined)
      ? []
      : [refuses ? 'a package for tests can be installed' : 'there is a preinst, which is for tests only']),
    ...['postinst', 'postrm'].filter((name) => !given[name]?.includes(program)).map((name) => `no ${name}`),
    ...Object.entries(given).flatMap(([name, text]) => {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
      return [
        ...(status === 0 ? [] : [`${name} is no script: ${stderr.trim()}`]),
        ...(/\$\{(?:executable|sanitizedProductName)\}|<%/.test(text) ? [`${name} is not filled in`] : []),
      ];
    }),
  ];
}

/**
 * Installs and removes the .deb where nothing is kept: changes go to a layer in memory that only these commands see.
 * Returns what was seen, or undefined where this is not allowed, as for anyone but root.
 */
export function tryInstallation(file: string, folder: string): string | undefined {
  const layer = join(folder, 'layer');
  mkdirSync(layer, { recursive: true });
  const run = (script: string, ...args: readonly string[]) =>
    spawnSync(
      'unshare',
      ['--mount', 'bash', '-euc', `${layersInMemory}\n${script}`, 'bash', layer, ...args],
      {
        encoding: 'utf8',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      },
    );
  if (run('true').status !== 0) return undefined;
  const { status, stdout, stderr } = run(
    installAndRemove,
    file,
    join(folder, 'root'),
    join(folder, 'control'),
  );
  if (status !== 0) throw new Error(`The .deb cannot be installed:\n${stdout}${stderr}`.trim());
  return stdout.trim().split('\n').at(-1);
}

const layersInMemory = `mount -t tmpfs tmpfs "$1"
for place in etc usr var; do
  mkdir -p "$1/$place/new" "$1/$place/work"
  mount -t overlay overlay -o "lowerdir=/$place,upperdir=$1/$place/new,workdir=$1/$place/work" "/$place"
done`;

/** A package for tests is refused by dpkg, so its files are put in place without it and its scripts are run. */
const installAndRemove = `file=$2 root=$3 control=$4
refused=
if [ -e "$control/preinst" ]; then
  if dpkg --force-depends --install "$file" >"$1/dpkg" 2>&1; then echo 'dpkg installed a package for tests'; exit 1; fi
  refused=$(grep -o 'Sluice was not installed.*' "$1/dpkg")
fi
mount --bind "$root/opt" /opt
bash "$control/postinst" configure
link=$(readlink -f /usr/bin/sluice)
[ "$link" = /opt/Sluice/sluice ] || { echo "/usr/bin/sluice leads to $link"; exit 1; }
setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/nonexistent sluice --help >/dev/null
bash "$control/postrm" remove
if [ -e /usr/bin/sluice ]; then echo '/usr/bin/sluice is left behind'; exit 1; fi
echo "sluice was a command for every user, and none after the removal. \${refused:+dpkg alone: $refused}"`;

/** `provides` and `depends` are fields of Debian's control file. */
export interface Installed {
  readonly name: string;
  readonly provides: string;
  readonly depends: string;
}

/** Lists the packages that an installation brings along by its dependencies, of those that are on this machine. */
export function packagesReached(depends: string, installed: readonly Installed[]): ReadonlySet<string> {
  const byName = new Map<string, Installed[]>();
  for (const one of installed) {
    for (const name of [one.name, ...namesIn(one.provides)]) {
      byName.set(name, [...(byName.get(name) ?? []), one]);
    }
  }
  const reached = new Set<string>();
  const waiting = namesIn(depends);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    for (const found of byName.get(name) ?? []) {
      if (reached.has(found.name)) continue;
      reached.add(found.name);
      waiting.push(...namesIn(found.depends));
    }
  }
  return reached;
}

/** `a (>= 1) | b, c:any` has the names a, b and c. */
function namesIn(field: string): string[] {
  return field
    .split(/[,|]/)
    .map((part) => part.trim().replace(/[\s:(].*$/, ''))
    .filter((name) => name !== '');
}

/** Lists shared libraries that the executable loads and no dependency of the .deb brings along. */
export function unnamedLibraries(executable: string, depends: string): readonly string[] {
  const loaded = runTool('ldd', [executable]).split('\n');
  const missing = loaded.filter((line) => line.includes('not found')).map((line) => line.trim());
  const files = loaded.flatMap((line) => /=> (\/(?:usr\/)?lib\S+)/.exec(line)?.[1] ?? []);
  // A library is listed by the path that its package was built with, before or after /lib became /usr/lib.
  const both = files.flatMap((file) => {
    const short = file.replace(/^\/usr/, '');
    return [short, `/usr${short}`];
  });
  const { stdout } = spawnSync('dpkg-query', ['--search', ...both], { encoding: 'utf8' });
  const lines = runTool('dpkg-query', [
    '--show',
    '--showformat=${Package}\\t${Provides}\\t${Pre-Depends}, ${Depends}\\n',
  ]).split('\n');
  const installed = lines.map((line) => {
    const [name = '', provides = '', needs = ''] = line.split('\t');
    return { name, provides, depends: needs };
  });
  const reached = packagesReached(depends, installed);
  const unnamed = stdout.split('\n').flatMap((line) => {
    const [, owner = '', file = ''] = /^([^:]+)\S*: (.*)$/.exec(line) ?? [];
    return owner === '' || reached.has(owner) ? [] : [`${file} is in ${owner}, which the .deb does not need`];
  });
  return [...missing, ...new Set(unnamed)];
}

/** Unpacks an AppImage without mounting it, and returns the folder that its runtime would mount. */
export function unpackAppImage(file: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const start = readFileSync(file).subarray(0, 4_096);
  if (start.subarray(0, 4).toString('latin1') === '\u007fELF') {
    const { status, stderr } = spawnSync(resolve(file), ['--appimage-extract'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The AppImage did not unpack itself: ${stderr.trim()}`);
    return join(folder, 'squashfs-root');
  }
  const offset = start.indexOf('hsqs');
  if (offset === -1) throw new Error('The AppImage holds no file system.');
  const root = join(folder, 'squashfs-root');
  runTool('unsquashfs', ['-q', '-n', '-o', String(offset), '-d', root, file]);
  return root;
}

export function appImageProblems(root: string): readonly string[] {
  const names = readdirSync(root);
  const entry = join(root, 'sluice.desktop');
  return [
    ...['AppRun', 'sluice', 'sluice.desktop', 'sluice.png', '.DirIcon', 'resources']
      .filter((name) => !names.includes(name))
      .map((name) => `the AppImage lacks ${name}`),
    ...(existsSync(entry) ? entryProblems(readFileSync(entry, 'utf8'), 'AppRun -- %U') : []),
    ...['sluice.png', '.DirIcon']
      .filter((name) => lstatSync(join(root, name), { throwIfNoEntry: false })?.isSymbolicLink())
      .filter((name) => !existsSync(join(root, name)))
      .map((name) => `the AppImage's ${name} leads nowhere`),
    ...(isExecutable(join(root, 'AppRun')) ? [] : ["the AppImage's AppRun cannot be run"]),
  ];
}
