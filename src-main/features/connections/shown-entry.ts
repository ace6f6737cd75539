import type { ConnectionDraft, EntryProblem } from '#shared/contract/connections.ts';
import { connectionSchema } from '#shared/domain/connection.ts';
import { describeEntry } from './read-connections.ts';

/** Drops the query, because it may contain a key; the part before it is enough to show the place. */
export function plainAddress(address: string): string {
  const { origin, pathname, search } = new URL(address);
  return `${origin}${pathname === '/' ? '' : pathname}${search === '' ? '' : '?…'}`;
}

type Path = readonly (string | number)[];

/** Lists the mistakes of an entry, by their path in it. */
export function listMistakes(entry: unknown): EntryProblem[] {
  return describeEntry(entry);
}

/** Settings whose values are shown. A command is not among them, since its arguments may contain a password. */
const shownPaths: ReadonlySet<string> = new Set([
  'id',
  'name',
  'environment',
  'readOnly',
  'editAndRedrive',
  'stage',
  'aws.region',
  'aws.accountId',
  'aws.profile',
  'aws.profile.fromEnvironment',
  'pipelineApi.baseUrl',
  'pipelineApi.auth.kind',
  'pipelineApi.auth.tokenFromEnvironment',
  'pipelineApi.auth.issuer',
  'pipelineApi.auth.clientId',
  ...Object.keys(connectionSchema.shape.aws.shape.endpoints.unwrap().shape).map(
    (service) => `aws.endpoints.${service}`,
  ),
  ...(['extraction', 'downloads', 'funds', 'hr'] as const).flatMap((system) =>
    Object.keys(connectionSchema.shape[system].unwrap().shape).map((key) => `${system}.${key}`),
  ),
]);

/** A value is shown at a known place, unless it is a mistake there: it may be a key in the wrong place. */
export function isShownAt(path: Path, mistakes: readonly string[]): boolean {
  const place = path.join('.');
  if (!shownPaths.has(place)) return false;
  return !mistakes.some((wrong) => wrong === place || place.startsWith(`${wrong}.`) || wrong === '');
}

/** A query may contain a key, and an address at another place is a plain text. */
export function shownAddress(path: Path, value: string): string {
  const place = path.join('.');
  const isAddress = /^(?:aws\.endpoints\.\w+|pipelineApi\.(?:baseUrl|auth\.issuer))$/.test(place);
  if (!isAddress || !URL.canParse(value)) return value;
  const { search, hash } = new URL(value);
  return search === '' && hash === '' ? value : plainAddress(value);
}

interface ShownEntry {
  readonly entry: ConnectionDraft;
  /** Paths that are `null` because their value stays in the file. */
  readonly hidden: readonly string[];
}

/** Returns an entry for the form: what may be shown of it, and `null` where the file keeps the rest. */
export function showEntry(entry: ConnectionDraft): ShownEntry {
  const mistakes = listMistakes(entry).map(({ path }) => path);
  const hidden: string[] = [];
  const shown = (value: unknown, path: Path): unknown => {
    if (path.join('.') === commandPath && Array.isArray(value)) {
      hidden.push(commandPath);
      return null;
    }
    if (isGroup(value)) {
      const parts = Object.entries(value).map(([name, one]) => [name, shown(one, [...path, name])] as const);
      const kept = parts.filter(([, one]) => one !== undefined);
      return kept.length === 0 && parts.length > 0 ? undefined : Object.fromEntries(kept);
    }
    if (!isShownAt(path, mistakes)) return undefined;
    if (typeof value === 'string' && shownAddress(path, value) !== value) {
      hidden.push(path.join('.'));
      return null;
    }
    return value;
  };
  const all = isGroup(entry) ? shown(entry, []) : undefined;
  return { entry: (all ?? {}) as ConnectionDraft, hidden };
}

const commandPath = 'pipelineApi.auth.command';

/** Puts the values of the file where a draft has `null`, which is no value of any setting. */
export function fillHidden(draft: ConnectionDraft, original: unknown): ConnectionDraft {
  const filled = (value: unknown, known: unknown): unknown => {
    if (value === null) return known ?? null;
    if (!isGroup(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        filled(one, isGroup(known) ? known[name] : undefined),
      ]),
    );
  };
  return filled(draft, original) as ConnectionDraft;
}

/**
 * Refuses what only a person with the file may write: the console runs a command, and sends the token of an environment
 * variable to the entry's address. A page that is not itself any more could otherwise run a program or fetch a secret.
 */
export function mayFormWrite(entry: ConnectionDraft, original: unknown): EntryProblem[] {
  const api = group(entry['pipelineApi']);
  const auth = group(api['auth']);
  const before = group(group(original)['pipelineApi']);
  const known = group(before['auth']);
  const isSameAddress = sameOrigin(api['baseUrl'], before['baseUrl']);
  if (auth['kind'] === 'command' || auth['command'] !== undefined) {
    const isKept = JSON.stringify(auth['command']) === JSON.stringify(known['command']);
    if (isKept && isSameAddress) return [];
    const problem = isKept
      ? 'gives its token to the address in the file. Write another address into the file by hand'
      : 'can only be written into the file by hand, because the console runs it';
    return [{ path: commandPath, problem }];
  }
  const variable = auth['tokenFromEnvironment'];
  if (typeof variable !== 'string' || formVariable.test(variable)) return [];
  if (variable === known['tokenFromEnvironment'] && isSameAddress) return [];
  return [
    {
      path: 'pipelineApi.auth.tokenFromEnvironment',
      problem:
        'expected a name that begins with PIPELINE_ or SLUICE_; any other can only be written into the file by hand',
    },
  ];
}

const formVariable = /^(?:PIPELINE|SLUICE)_/;

function sameOrigin(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin;
}

function group(value: unknown): Record<string, unknown> {
  return isGroup(value) ? value : {};
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
