import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Which profile somebody has to sign in by, and how: a role has another profile to take it on with. */
export interface ProfileSource {
  readonly profile: string;
  readonly by: 'sso' | 'login' | 'process' | 'other';
}

type Sections = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * As the files say now. Only for the words in which a failure is told: the SDK reads them by itself to sign in.
 * https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html
 */
export async function profileSource(profile: string, env: NodeJS.ProcessEnv): Promise<ProfileSource> {
  const [config, credentials] = await Promise.all([
    sectionsOf(env['AWS_CONFIG_FILE'] ?? join(homedir(), '.aws', 'config')),
    sectionsOf(env['AWS_SHARED_CREDENTIALS_FILE'] ?? join(homedir(), '.aws', 'credentials')),
  ]);
  const says = (name: string, key: string): string | undefined => {
    const inConfig = config.get(`profile ${name}`) ?? (name === 'default' ? config.get(name) : undefined);
    return credentials.get(name)?.get(key) ?? inConfig?.get(key);
  };
  const visited = new Set([profile]);
  let last = profile;
  for (;;) {
    const next = says(last, 'role_arn') === undefined ? undefined : says(last, 'source_profile');
    if (next === undefined || visited.has(next)) break;
    visited.add(next);
    last = next;
  }
  return { profile: last, by: wayOf((key) => says(last, key) !== undefined) };
}

function wayOf(has: (key: string) => boolean): ProfileSource['by'] {
  if (has('credential_process')) return 'process';
  if (has('sso_session') || has('sso_start_url')) return 'sso';
  return has('login_session') ? 'login' : 'other';
}

/** A file that is not there, or may not be read, says nothing: the SDK sees it so, too. */
async function sectionsOf(file: string): Promise<Sections> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | undefined;
  for (const line of text.split(/\r?\n/)) {
    const said = line.replace(/(?:^|\s)[;#].*$/, '').trim();
    const head = /^\[\s*(?:(profile)\s+)?"?(.*?)"?\s*\]$/.exec(said);
    if (head !== null) {
      const name = head[1] === undefined ? `${head[2]}` : `profile ${head[2]}`;
      section = sections.get(name) ?? new Map();
      sections.set(name, section);
      continue;
    }
    const [, key, value] = /^([^=]+?)\s*=\s*(.+)$/.exec(said) ?? [];
    if (key !== undefined && value !== undefined) section?.set(key, value);
  }
  return sections;
}
