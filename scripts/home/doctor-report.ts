import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { homeReaders } from '#main/compose/home-readers.ts';
import { readConnections } from '#main/features/connections/read-connections.ts';
import { describeHome, listProblems } from '#main/features/home/describe-home.ts';
import { reachConnections } from '#main/features/home/reach-connections.ts';
import { writeReport } from '#main/features/home/write-report.ts';
import { defaultHome } from '#main/home/home-folder.ts';
import { openNetwork } from '#main/network/open-network.ts';
import { examineSandbox } from '#main/start/embedded-aws.ts';
import type { Examination, Reached } from '#shared/contract/home.ts';
import { describeBundle, describeCertificateEnd } from '#shared/domain/certificate-end.ts';
import { readVersion } from './read-version.ts';

export const doctorUsage = `npm run -s doctor -- [options]

  --home DIR     the home folder to look at
  --reach        also ask each connection's hosts once, without keys, and compare the clock
  --bundle FILE  print a report for whoever helps, without secrets or values, and write it to FILE
  --json         print JSON for a program
  --help         print this text

It changes nothing in the home folder, and may run beside a console. The exit code is 1 if a file is damaged or was set
aside, 2 if nothing could be looked at.`;

const options = {
  home: { type: 'string' },
  reach: { type: 'boolean' },
  bundle: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

interface DoctorReport {
  readonly text: string;
  readonly exitCode: 0 | 1 | 2;
}

/** An unknown flag is refused, because a misspelt --hmoe would otherwise look at another folder. */
export async function doctorReport(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<DoctorReport> {
  try {
    const { values } = parseArgs({ args: [...argv], options, strict: true, allowPositionals: false });
    if (values.help === true) return { text: `${doctorUsage}\n`, exitCode: 0 };
    const home = values.home ?? defaultHome(process.platform, environment);
    if (!existsSync(home)) throw new Error(`There is no folder ${home}.`);
    const file = readConnections(home);
    const { connections } = file;
    const examination = await describeHome({
      home,
      version: readVersion(),
      readers: homeReaders({ examineSandbox }),
      environment,
      file,
      now: Date.now,
    });
    const exitCode = listProblems(examination).length > 0 ? 1 : 0;
    if (values.bundle !== undefined) {
      const { text } = writeReport({ examination, connections });
      // It is shown whole before it is written, and an older one is not overwritten.
      process.stdout.write(text);
      writeFileSync(values.bundle, text, { mode: 0o600, flag: 'wx' });
      return { text: `The text above is all that was written to ${values.bundle}.\n`, exitCode };
    }
    const reached =
      values.reach === true
        ? await reachConnections({
            connections,
            network: openNetwork({ environment }),
            environment,
            now: Date.now,
          })
        : null;
    const text =
      values.json === true
        ? JSON.stringify({ ...examination, reached }, null, 2)
        : formatExamination(examination, reached);
    return { text: `${text}\n`, exitCode };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { text: `Nothing was looked at. ${why}\n\n${doctorUsage}\n`, exitCode: 2 };
  }
}

function formatExamination(examination: Examination, reached: readonly Reached[] | null): string {
  const { at, home, kinds, files, disk, versions, network, connections } = examination;
  const lines = [`Home    ${home}`, ...versions.map(({ name, value }) => `        ${name} ${value}`)];
  if (disk !== null) {
    lines.push(
      `Disk    ${formatBytes(disk.freeBytes)} free of ${formatBytes(disk.totalBytes)}${disk.isLow ? ': LOW' : ''}`,
    );
  }
  lines.push(
    `Network proxies: ${listOr(
      network.proxies.map(({ name }) => name),
      'none in the environment',
    )}`,
    ...network.proxies.flatMap(({ name, problem }) =>
      problem === null ? [] : [`        ${name} ${problem}`],
    ),
    `        certificates: ${network.certificates.length === 0 ? "only Node's and the system's" : 'besides the usual ones'}`,
    ...network.certificates.map((one) => `        ${one.name}: ${describeBundle(one, Date.parse(at))}`),
    ...network.unusable.map((name) => `        ${name} names a file that cannot be used`),
    `Connections ${connections.map(({ id }) => id).join(', ')}${reached === null ? ' (not asked; --reach asks them)' : ''}`,
    ...(reached ?? []).map((one) => formatReached(one, Date.parse(at))),
    '',
  );
  for (const { kind, title } of kinds) {
    const ofKind = files.filter((one) => one.kind === kind);
    if (ofKind.length === 0) continue;
    lines.push(title);
    for (const { path, bytes, state, problem } of ofKind) {
      const word = {
        whole: 'ok',
        damaged: 'DAMAGED',
        'set-aside': 'SET ASIDE',
        'not-read': '-',
        unknown: '?',
      };
      lines.push(`  ${word[state].padEnd(10)}${formatBytes(bytes).padStart(9)}  ${path}`);
      if (problem !== null) lines.push(`    ${problem.says}`, `    ${problem.means}`, `    ${problem.next}`);
    }
  }
  const problems = listProblems(examination);
  lines.push(
    '',
    problems.length === 0
      ? `${files.length} files: none is damaged.`
      : `${files.length} files, ${problems.length} damaged or set aside: ${problems.map(({ path }) => path).join(', ')}`,
  );
  return lines.join('\n');
}

function formatReached({ name, call, state, told, certificateUntil }: Reached, now: number): string {
  const end = certificateUntil === null ? null : describeCertificateEnd(certificateUntil, now);
  const until = end === null ? '' : ` Its certificate ${end.says}.`;
  return `  ${state === 'works' ? 'ok' : 'FAILED'}  ${name}: ${call}. ${told}${until}`;
}

function listOr(names: readonly string[], otherwise: string): string {
  return names.length === 0 ? otherwise : names.join(', ');
}

function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1_024;
  let unit = 0;
  for (; value >= 1_024 && unit < units.length - 1; unit += 1) value /= 1_024;
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}
