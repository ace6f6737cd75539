import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { AccessStopped } from '#shared/contract/connections.ts';
import { runForToken } from '../../pipeline/account/pass-sources.ts';
import { listProfiles, profileSource } from './aws-configuration.ts';

/**
 * Finds the AWS CLI. A program of the desktop starts with a short PATH on macOS, so the folders of its installers are
 * searched, too.
 */
export function findAwsCli(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const isWindows = platform === 'win32';
  const path = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter);
  const folders = [...path, ...(isWindows ? [] : ['/usr/local/bin', '/opt/homebrew/bin'])];
  const program = isWindows ? 'aws.exe' : 'aws';
  // A relative folder depends on where the console was started, and could hold anybody's program.
  return (
    folders
      .filter((folder) => isAbsolute(folder))
      .map((folder) => join(folder, program))
      .find(isProgram) ?? null
  );
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** A person has to find the browser and the device in this time. */
const longestMs = 5 * 60_000;

interface Parts {
  readonly profile: string;
  readonly environment: NodeJS.ProcessEnv;
  /** It is aborted when the person gives up and when the console closes. */
  readonly signal: AbortSignal;
  readonly longest?: number;
}

/**
 * Signs in with the AWS CLI. The arguments are fixed, no shell reads them, and the name must be one of the AWS
 * configuration, in one argument with its option, so that it cannot be read as another option. Returns null when the
 * CLI says that it has signed in.
 */
export async function signInWithCli({
  profile,
  environment,
  signal,
  longest = longestMs,
}: Parts): Promise<AccessStopped | null> {
  const source = await profileSource(profile, environment);
  const { profiles } = await listProfiles(environment);
  if (!profiles.some(({ name }) => name === source.profile)) {
    return stopped(
      'no-profile',
      `There is no profile "${source.profile}" in the AWS configuration, so nothing was run.`,
      'Choose another profile.',
    );
  }
  if (source.by !== 'sso' && source.by !== 'login') {
    return stopped(
      'refused',
      `The profile "${source.profile}" needs no sign-in by the AWS CLI, so nothing was run.`,
      'Ask again whose account it is.',
    );
  }
  const cli = findAwsCli(environment);
  const words = source.by === 'sso' ? ['sso', 'login'] : ['login'];
  const run = `aws ${words.join(' ')} --profile ${source.profile}`;
  if (cli === null) {
    return {
      ...stopped(
        'no-aws-cli',
        'The AWS CLI is not installed, or not in the PATH of the console, so nothing was run.',
        'Run the command in a terminal where it is.',
      ),
      run: isPlain(source.profile) ? run : null,
    };
  }
  const begun = performance.now();
  const ran = await runForToken([cli, ...words, `--profile=${source.profile}`], signal, {
    longestMs: longest,
    mostBytes: 1_000_000,
    graceMs: 500,
  });
  if (ran.ok) return null;
  if (signal.aborted) return stopped('sign-in', 'The sign-in was stopped.', 'Sign in again.');
  const isLate = performance.now() - begun >= longest;
  return {
    ...stopped(
      isLate ? 'took-too-long' : 'sign-in',
      isLate
        ? `The sign-in was stopped, because it took longer than ${Math.round(longest / 60_000)} minutes.`
        : `The AWS CLI did not sign in: ${ran.why}`,
      'Try again, or run the command in a terminal.',
    ),
    run: isPlain(source.profile) ? run : null,
    canRunHere: true,
  };
}

/** Only a name that means the same to each shell is offered for copying. */
function isPlain(name: string): boolean {
  return /^[\w.@/][\w.@/-]*$/.test(name);
}

/** Makes the answer for a call that was not made, or was refused. */
export function stopped(trouble: AccessStopped['trouble'], happened: string, next: string): AccessStopped {
  return { state: 'stopped', trouble, happened, next, run: null, canRunHere: false };
}
