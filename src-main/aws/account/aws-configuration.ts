import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AwsProfile } from '#shared/contract/connections.ts';
import { awsRegion } from '#shared/domain/aws-region.ts';

/** These are the sections of a file, by their names as written: "default", "profile staging", "sso-session work". */
export type Sections = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Parses a file of the AWS configuration. Lines that are neither a section nor a setting are skipped, as the SDK does.
 * https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html
 */
export function parseSections(text: string): Sections {
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | undefined;
  for (const line of text.split(/\r?\n/)) {
    // An indented line belongs to the nested setting above it, such as the addresses of a service.
    if (/^\s+\S/.test(line) && !/^\s*\[/.test(line) && !line.includes('=')) continue;
    const said = line.replace(/(?:^|\s)[;#].*$/, '').trim();
    const head = /^\[\s*(?:(profile|sso-session|services)\s+)?"?(.*?)"?\s*\]$/.exec(said);
    if (head !== null) {
      const name = head[1] === undefined ? `${head[2]}` : `${head[1]} ${head[2]}`;
      section = sections.get(name) ?? new Map();
      sections.set(name, section);
      continue;
    }
    const [, key, value] = /^([^=]+?)\s*=\s*(.+)$/.exec(said) ?? [];
    if (key !== undefined && value !== undefined) section?.set(key, value);
  }
  return sections;
}

interface Configuration {
  readonly config: Sections;
  readonly credentials: Sections;
}

interface ReadConfiguration extends Configuration {
  readonly files: readonly string[];
  /** Files that are there and cannot be read. */
  readonly problems: readonly string[];
}

/** Reads the files as they are now, because people change them while the console runs. */
async function readConfiguration(env: NodeJS.ProcessEnv): Promise<ReadConfiguration> {
  const files = [
    env['AWS_CONFIG_FILE'] ?? join(homedir(), '.aws', 'config'),
    env['AWS_SHARED_CREDENTIALS_FILE'] ?? join(homedir(), '.aws', 'credentials'),
  ];
  const read = await Promise.all(files.map((file) => readSections(file)));
  const [config, credentials] = read.map(({ sections }) => sections);
  return {
    config: config ?? new Map(),
    credentials: credentials ?? new Map(),
    files,
    problems: read.flatMap(({ problem }) => (problem === null ? [] : [problem])),
  };
}

/** A missing or unreadable file counts as empty, as it does for the SDK. */
async function readSections(file: string): Promise<{ sections: Sections; problem: string | null }> {
  try {
    return { sections: parseSections(await readFile(file, 'utf8')), problem: null };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    const problem =
      code === 'ENOENT' ? null : `${file} cannot be read (${code}), so its profiles are not listed.`;
    return { sections: new Map(), problem };
  }
}

interface Profiles {
  readonly profiles: readonly AwsProfile[];
  readonly files: readonly string[];
  readonly problems: readonly string[];
}

/** Lists the profiles of this machine and how each gets its keys. No key and no command is returned. */
export async function listProfiles(env: NodeJS.ProcessEnv): Promise<Profiles> {
  const { files, problems, ...configuration } = await readConfiguration(env);
  return { profiles: describeProfiles(configuration), files, problems };
}

/** Describes the profiles of two files; a setting in the credentials file wins. */
export function describeProfiles({ config, credentials }: Configuration): readonly AwsProfile[] {
  const names = new Set([
    ...[...config.keys()].flatMap((section) =>
      section === 'default' ? [section] : section.startsWith('profile ') ? [section.slice(8)] : [],
    ),
    ...[...credentials.keys()].filter((section) => !/^(?:sso-session|services|profile) /.test(section)),
  ]);
  const says = readSettings({ config, credentials });
  return [...names].map((name) => describeProfile(name, (profile) => names.has(profile), says, config));
}

type Says = (profile: string, key: string) => string | undefined;

function readSettings({ config, credentials }: Configuration): Says {
  return (name, key) => {
    const inConfig = config.get(`profile ${name}`) ?? (name === 'default' ? config.get(name) : undefined);
    return credentials.get(name)?.get(key) ?? inConfig?.get(key);
  };
}

function describeProfile(
  name: string,
  exists: (profile: string) => boolean,
  says: Says,
  config: Sections,
): AwsProfile {
  const own = (key: string): string | undefined => says(name, key);
  const kind = findKind(own);
  const roleArn = own('role_arn');
  const [, roleAccount, roleName] =
    /^arn:[a-z-]+:iam::(\d{12}):role\/(?:.*\/)?([^/]+)$/.exec(roleArn ?? '') ?? [];
  const account = roleAccount ?? own('sso_account_id');
  const isRole = kind === 'role';
  return {
    name,
    kind,
    region: regionIn(own('region')),
    accountId: account !== undefined && /^\d{12}$/.test(account) ? account : null,
    role: (isRole ? roleName : kind === 'sso' ? own('sso_role_name') : undefined) ?? null,
    sourceProfile: (isRole ? own('source_profile') : undefined) ?? null,
    ssoSession: (kind === 'sso' ? own('sso_session') : undefined) ?? null,
    asksForCode: listChain(name, says).some(
      (one) => says(one, 'role_arn') !== undefined && says(one, 'mfa_serial') !== undefined,
    ),
    problem: findProblem(name, kind, exists, says, config),
  };
}

function regionIn(text: string | undefined): string | null {
  return text !== undefined && awsRegion.test(text) ? text : null;
}

/** Decides in the order in which the SDK does. */
function findKind(own: (key: string) => string | undefined): AwsProfile['kind'] {
  const has = (key: string): boolean => own(key) !== undefined;
  if (has('role_arn') && (has('source_profile') || has('credential_source'))) return 'role';
  if (has('aws_access_key_id') && has('aws_secret_access_key')) return 'keys';
  if (has('role_arn') && has('web_identity_token_file')) return 'role';
  if (has('credential_process')) return 'process';
  if (has('sso_session') || has('sso_start_url')) return 'sso';
  return has('login_session') ? 'login' : 'incomplete';
}

function findProblem(
  name: string,
  kind: AwsProfile['kind'],
  exists: (profile: string) => boolean,
  says: Says,
  config: Sections,
): string | null {
  if (kind === 'incomplete') {
    return says(name, 'role_arn') === undefined
      ? 'It names no way to get keys.'
      : 'It names a role, and no source_profile that assumes it.';
  }
  if (kind === 'role') {
    const source = says(name, 'source_profile');
    if (source === undefined) return null;
    if (!exists(source)) return `Its source_profile "${source}" is not in the AWS configuration.`;
    const last = listChain(name, says).at(-1) ?? name;
    const next = says(last, 'source_profile');
    if (next !== undefined && next !== last && says(last, 'role_arn') !== undefined && exists(next)) {
      return `Its source_profile "${source}" leads back to itself.`;
    }
    return null;
  }
  return kind === 'sso' ? findSsoProblem(name, says, config) : null;
}

function findSsoProblem(name: string, says: Says, config: Sections): string | null {
  const session = says(name, 'sso_session');
  const inSession = session === undefined ? undefined : config.get(`sso-session ${session}`);
  if (session !== undefined && inSession === undefined) {
    return `Its section [sso-session ${session}] is not in the AWS configuration.`;
  }
  const lacks = ['sso_account_id', 'sso_role_name', 'sso_start_url', 'sso_region'].filter(
    (key) => says(name, key) === undefined && inSession?.get(key) === undefined,
  );
  return lacks.length === 0 ? null : `It signs in by SSO, and lacks ${lacks.join(', ')}.`;
}

/** Lists the profile and those that its role takes keys from, each once. */
function listChain(profile: string, says: Says): readonly string[] {
  const chain = [profile];
  for (;;) {
    const last = chain.at(-1) ?? profile;
    const next = says(last, 'role_arn') === undefined ? undefined : says(last, 'source_profile');
    if (next === undefined || chain.includes(next)) return chain;
    chain.push(next);
  }
}

/**
 * This is the profile that a person has to sign in with, and its method: a role takes its keys from another
 * profile.
 */
export interface ProfileSource {
  readonly profile: string;
  readonly by: 'sso' | 'login' | 'process' | 'other';
}

/** Returns a setting of a profile as its files have it now, such as `ca_bundle`. */
export async function readProfileSetting(
  profile: string,
  key: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  return readSettings(await readConfiguration(env))(profile, key);
}

/** Finds out whose sign-in a profile needs. It only serves the messages, because the SDK reads the files itself. */
export async function profileSource(profile: string, env: NodeJS.ProcessEnv): Promise<ProfileSource> {
  const says = readSettings(await readConfiguration(env));
  const last = listChain(profile, says).at(-1) ?? profile;
  return { profile: last, by: findSourceKind((key) => says(last, key) !== undefined) };
}

function findSourceKind(has: (key: string) => boolean): ProfileSource['by'] {
  if (has('credential_process')) return 'process';
  if (has('sso_session') || has('sso_start_url')) return 'sso';
  return has('login_session') ? 'login' : 'other';
}
