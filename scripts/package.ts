import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale, functionsDir } from './build-if-stale.ts';
import { describeShipped } from './package/bill-of-materials.ts';
import { readBundledPackages } from './package/bundled-packages.ts';
import { findDistribution } from './package/electron-distribution.ts';
import { configureForTests, forTestsOutput } from './package/for-tests.ts';
import { findLinuxTools } from './package/linux-tools.ts';
import { packageUsage, parsePackageFlags } from './package/package-flags.ts';
import type { PackageFlags } from './package/package-flags.ts';
import { forTestsNote, packageProblems } from './package/package-problems.ts';
import { packedApp, unpackedFolder } from './package/packed-app.ts';
import { writeThirdPartyLicenses } from './package/third-party-licenses.ts';

const toolsNeeded =
  '\nInstallers need tools that electron-builder downloads from GitHub (docs/packaging.md says which); --dir needs none.';
const builderNames = { linux: 'linux', darwin: 'mac', win32: 'windows' };

// A library of the packager ends the process with 0 as soon as nothing is left to do, whatever exitCode says.
process.exit(await packageConsole(process.argv.slice(2)));

async function packageConsole(argv: readonly string[]): Promise<number> {
  const parsed = parsePackageFlags(argv);
  if (!parsed.ok) return complain(`${parsed.problem}\n\n${packageUsage}`, 2);
  const { flags } = parsed;
  if (flags.help) {
    process.stdout.write(`${packageUsage}\n`);
    return 0;
  }
  const { version } = JSON.parse(readFileSync('node_modules/electron/package.json', 'utf8')) as {
    version: string;
  };
  const distribution = await findDistribution({ version, ...flags });
  if (!distribution.there) return complain(distribution.needs, 1);
  process.stderr.write(`Electron ${distribution.version} comes from ${distribution.from}\n`);
  const output = flags.forTests ? forTestsOutput : 'dist';

  buildIfStale('production');
  writeThirdPartyLicenses(
    '.cache/package/THIRD-PARTY-LICENSES.txt',
    readBundledPackages(['out/bundled', `${functionsDir}/bundled`]),
  );
  rmSync(output, { recursive: true, force: true });
  try {
    await pack(flags, distribution);
    const problems = await packageProblems(output, flags.platform);
    if (problems.length > 0) throw new Error(problems.join('\n'));
  } catch (error) {
    rmSync(output, { recursive: true, force: true });
    const why = error instanceof Error ? error.message : String(error);
    return complain(`Nothing was packaged: ${why}${flags.dir ? '' : toolsNeeded}`, 1);
  }
  // The packager leaves its own notes here, with paths of this machine.
  rmSync(join(output, 'builder-debug.yml'), { force: true });
  publishContents(output, flags.platform);
  const note = await forTestsNote(output, flags.platform);
  if (note !== undefined) process.stderr.write(`${note}\n`);
  for (const name of readdirSync(output)) process.stdout.write(`${join(output, name)}\n`);
  return 0;
}

/**
 * Writes what is in the packages beside them: the bill of materials, and the SHA-256 of each file and of the archive
 * with the console, which two packs from the same source share.
 */
function publishContents(output: string, platform: string): void {
  const bill = describeShipped();
  const { version } = bill.metadata.component;
  writeFileSync(join(output, `sluice-${version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
  const archive = join(
    packedApp(join(output, unpackedFolder(output, platform) ?? ''), platform).resources,
    'app.asar',
  );
  const files = readdirSync(output, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
  const sums = [
    ...files.map((name) => [join(output, name), name] as const),
    [archive, 'app.asar'] as const,
  ].map(([file, name]) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${name}\n`);
  writeFileSync(join(output, 'SHA256SUMS'), sums.join(''));
}

async function pack(
  { platform, arch, dir, forTests }: PackageFlags,
  distribution: { readonly folder: string | undefined; readonly version: string },
): Promise<void> {
  const tools = forTests && !dir && platform === 'linux' ? await findLinuxTools() : undefined;
  for (const said of tools?.says ?? []) process.stderr.write(`${said}\n`);
  if (tools?.targets.length === 0) throw new Error('this system has no tool for any package');
  Object.assign(process.env, tools?.environment);

  // This is not imported at the top, because it takes seconds to load, and an error about something missing should not
  // wait for it.
  const { Platform, archFromString, build } = await import('electron-builder');
  const { default: config } = await import('../electron-builder.config.ts');
  const target = Platform.fromString(builderNames[platform]);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const used = forTests ? configureForTests(config, version, distribution.version) : config;
  const electronDist = distribution.folder;
  await build({
    targets: target.createTarget(
      dir ? 'dir' : tools === undefined ? null : [...tools.targets],
      archFromString(arch),
    ),
    publish: 'never',
    config: { ...used, ...(electronDist === undefined ? {} : { electronDist }) },
  });
}

function complain(text: string, code: number): number {
  process.stderr.write(`${text}\n`);
  return code;
}
