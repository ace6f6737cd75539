import type { ConnectionDraft, EntryProblem } from '#shared/contract/connections.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import { describeProfiles, parseSections } from '../../aws/account/aws-configuration.ts';
import { parseJson, repeatedName } from '../../home/parse-json.ts';
import { formatEntry } from './change-file.ts';
import { listMistakes, mayFormWrite, showEntry } from './shown-entry.ts';

type Imported = OutputOf<'connections.readImport'>;

/** This marks a text that the console has written for a colleague. */
const exportMark = 'sluiceConnections';

/**
 * Writes entries without what belongs to a person or a machine: the profile, the environment variable, the command, and
 * queries of addresses. `null` stands where the colleague is asked.
 */
export function exportEntries(entries: readonly ConnectionDraft[]): OutputOf<'connections.export'> {
  const notes: string[] = [];
  const texts = entries.flatMap((entry) => {
    if (listMistakes(entry).length > 0) {
      notes.push(`${JSON.stringify(entry['id'])} is left out, because it has mistakes in the file.`);
      return [];
    }
    return [`    ${formatEntry(withoutPerson(showEntry(entry).entry), '    ')}`];
  });
  const list = texts.length === 0 ? '[]' : `[\n${texts.join(',\n')}\n  ]`;
  return { text: `{\n  "${exportMark}": 1,\n  "connections": ${list}\n}\n`, notes };
}

function withoutPerson(entry: ConnectionDraft): ConnectionDraft {
  const { aws, pipelineApi, ...rest } = entry;
  const api = group(pipelineApi);
  const auth = group(api['auth']);
  const bare = auth['kind'] === 'bearer' ? { ...auth, tokenFromEnvironment: null } : auth;
  return {
    ...rest,
    aws: { ...group(aws), profile: null },
    ...(pipelineApi !== undefined && { pipelineApi: { ...api, auth: bare } }),
  } as ConnectionDraft;
}

/** Reads what a person has pasted or opened, and never throws. What is not a known setting is left out and named. */
export function readImport(text: string): Imported {
  const json = parseJson(text);
  if (!('problem' in json)) return readJson(text, json.value);
  if (/<component\s[^>]*name="accountSettings"/.test(text)) return readToolkitXml(text);
  // The settings of an editor are JSON with comments.
  const profile = /"aws\.profile"\s*:\s*"(?:profile:)?([^"\\]{1,255})"/.exec(text)?.[1];
  if (profile !== undefined) return fromToolkit([{ profile, region: null }]);
  if (/^\s*\[[^\]\n]+\]\s*$/m.test(text)) return readConfiguration(text);
  const looksLikeJson = /^\s*[{[]/.test(text);
  const problem = looksLikeJson ? `${json.problem}. Nothing was imported.` : nothingKnown;
  return {
    from: 'nothing-known',
    entries: [],
    problems: [{ path: looksLikeJson ? json.path : '(text)', problem }],
  };
}

const nothingKnown =
  'is no export of connections, no connections.json, no AWS configuration file and no settings of the AWS Toolkit. Nothing was imported.';

function readJson(text: string, value: unknown): Imported {
  const twice = repeatedName(text);
  if (twice !== undefined) {
    const problem = 'this name is there twice in one object. Nothing was imported.';
    return { from: 'nothing-known', entries: [], problems: [{ path: twice.path, problem }] };
  }
  const top = group(value);
  const profile = top['aws.profile'];
  if (typeof profile === 'string') {
    return fromToolkit([{ profile: profile.replace(/^profile:/, ''), region: null }]);
  }
  const list = Array.isArray(value) ? value : (top['connections'] ?? ('aws' in top ? [value] : undefined));
  if (!Array.isArray(list)) {
    return { from: 'nothing-known', entries: [], problems: [{ path: '(text)', problem: nothingKnown }] };
  }
  const isExport = exportMark in top;
  const problems: EntryProblem[] = [];
  const entries = list.slice(0, mostEntries).map((one: unknown, index) => {
    const { entry, notes, left } = readEntry(one);
    problems.push(...left.map(({ path, problem }) => ({ path: `connections[${index}].${path}`, problem })));
    return { entry, asks: listAsked(entry), notes };
  });
  if (list.length > mostEntries) {
    problems.push({ path: 'connections', problem: `only the first ${mostEntries} entries are shown` });
  }
  return { from: isExport ? 'sluice' : 'connections-file', entries, problems };
}

const mostEntries = 500;

function readEntry(one: unknown): { entry: ConnectionDraft; notes: string[]; left: EntryProblem[] } {
  const notes: string[] = [];
  const original = group(one) as ConnectionDraft;
  const { entry, hidden } = showEntry(original);
  const shown = withoutNulls(entry) as ConnectionDraft;
  const api = group(shown['pipelineApi']);
  const auth = group(api['auth']);
  if (hidden.length > 0 && auth['kind'] === 'command') {
    notes.push('Its token came from a command. A command can only be written into the file by hand.');
    delete api['auth'];
  }
  if (mayFormWrite(shown, undefined).length > 0) {
    notes.push('Its token came from an environment variable of another person.');
    delete auth['tokenFromEnvironment'];
  }
  if (hidden.some((path) => path !== 'pipelineApi.auth.command')) {
    notes.push('An address had a query, which may contain a key, so the address is asked for again.');
  }
  // A placeholder of an export is asked for, and it is no mistake.
  const placeholders = new Set([
    'aws.profile',
    'pipelineApi.auth.tokenFromEnvironment',
    'pipelineApi.auth.command',
  ]);
  const left = listMistakes(one)
    .filter(
      ({ path }) =>
        !(placeholders.has(path) && valueAt(original, path) === null) &&
        valueAt(original, path) !== undefined,
    )
    // A pasted text may be anything, so even a short value of it is not repeated.
    .map(({ path, problem }) => ({ path, problem: problem.replace(/, found .*$/s, '') }));
  return { entry: shown, notes, left };
}

/** Everything that the schema still misses is asked for. */
function listAsked(entry: ConnectionDraft): string[] {
  return [...new Set(listMistakes(entry).map(({ path }) => path))];
}

function readToolkitXml(text: string): Imported {
  const option = (name: string): string | undefined =>
    new RegExp(`<option\\s+name="${name}"\\s+value="([^"<]{1,255})"`).exec(text)?.[1];
  const recent =
    /name="recentlyUsedProfiles">([\s\S]{0,20000}?)<\/option>\s*(?:<option|<\/component)/.exec(text)?.[1] ??
    '';
  const names = [
    option('activeProfile'),
    ...[...recent.matchAll(/<option\s+value="([^"<]{1,255})"/g)].map(([, name]) => name),
  ].flatMap((name) => (name?.startsWith('profile:') === true ? [plainText(name.slice(8))] : []));
  const region = option('activeRegion') ?? null;
  return fromToolkit([...new Set(names)].map((profile) => ({ profile, region })));
}

function plainText(xml: string): string {
  return xml
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function readConfiguration(text: string): Imported {
  const sections = parseSections(text);
  // A pasted file may be either of the two, and only the names of its sections differ.
  const isConfig = [...sections.keys()].some((name) => /^(?:profile|sso-session) /.test(name));
  const filled = new Map([...sections].filter(([, settings]) => settings.size > 0));
  const profiles = describeProfiles({
    config: isConfig ? filled : new Map(),
    credentials: isConfig ? new Map() : filled,
  });
  return {
    from: 'aws-configuration',
    entries: profiles
      .slice(0, mostEntries)
      .map(({ name, region, accountId, problem }) =>
        newEntry({ profile: name, region, accountId }, problem === null ? [] : [problem]),
      ),
    problems:
      profiles.length === 0 ? [{ path: '(text)', problem: 'has no profile. Nothing was imported.' }] : [],
  };
}

function fromToolkit(
  found: readonly { readonly profile: string; readonly region: string | null }[],
): Imported {
  return {
    from: 'aws-toolkit',
    entries: found.map(({ profile, region }) => newEntry({ profile, region, accountId: null }, [])),
    problems:
      found.length === 0 ? [{ path: '(text)', problem: 'names no profile. Nothing was imported.' }] : [],
  };
}

interface NewEntry {
  readonly profile: string;
  readonly region: string | null;
  readonly accountId: string | null;
}

function newEntry({ profile, region, accountId }: NewEntry, notes: string[]): Imported['entries'][number] {
  const aws = { ...(region !== null && { region }), ...(accountId !== null && { accountId }), profile };
  const entry: ConnectionDraft = { id: toId(profile), name: profile.slice(0, 255), aws };
  const { entry: shown } = showEntry(entry);
  return { entry: shown, asks: listAsked(shown), notes };
}

/** Makes an id of a name: lower case, digits and hyphens. */
function toId(name: string): string {
  const id = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63);
  return id === '' || id === 'local' ? 'account' : id;
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one === null ? [] : [[name, withoutNulls(one)]])),
  );
}

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, name) => group(found)[name], value);
}

function group(value: unknown): Record<string, unknown> {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isGroup ? (value as Record<string, unknown>) : {};
}
