import type {
  AwsProfile,
  ConnectionAccessDraft,
  ConnectionDraft,
  Discovery,
} from '#shared/contract/connections.ts';
import { capitalize } from '#shared/domain/formatting.ts';

export const environments = ['development', 'staging', 'production'] as const;
export type FormEnvironment = (typeof environments)[number];
export const services = ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts', 'ce'] as const;
export const systems = ['extraction', 'downloads', 'funds', 'hr'] as const;
export type FormSystem = (typeof systems)[number];
export const apiKinds = ['none', 'sigv4', 'bearer', 'command', 'oidc'] as const;
export type ApiKind = (typeof apiKinds)[number];
export const lookWays = ['convention', 'tag', 'outputs', 'hand'] as const;
export type LookWay = (typeof lookWays)[number];

/** The values of the form as a person sees them. It has no place for a secret. */
export interface FormDraft {
  readonly profile: string;
  readonly fromEnvironment: boolean;
  readonly region: string;
  readonly accountId: string;
  readonly environment: FormEnvironment | '';
  readonly name: string;
  readonly id: string;
  readonly readOnly: boolean;
  readonly editAndRedrive: boolean;
  /** The addresses that are not AWS's own, by service. */
  readonly endpoints: Texts;
  readonly stage: string;
  readonly way: LookWay;
  readonly tagKey: string;
  readonly tagValue: string;
  /** The systems that are not shown on this connection. */
  readonly leftOut: readonly string[];
  /** The names that differ from the convention, by their path: "extraction.table". */
  readonly names: Texts;
  readonly api: ApiKind;
  readonly baseUrl: string;
  readonly tokenFromEnvironment: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Fields that a person has set. No proposal replaces them. */
  readonly set: readonly string[];
}

type Texts = Readonly<Record<string, string>>;

export const emptyDraft: FormDraft = {
  profile: '',
  fromEnvironment: false,
  region: '',
  accountId: '',
  environment: '',
  name: '',
  id: '',
  readOnly: false,
  editAndRedrive: false,
  endpoints: {},
  stage: '',
  way: 'convention',
  tagKey: '',
  tagValue: '',
  leftOut: [],
  names: {},
  api: 'none',
  baseUrl: '',
  tokenFromEnvironment: '',
  issuer: '',
  clientId: '',
  set: [],
};

/** Reads an entry of the file, or a part of one. What it says counts as set by a person. */
export function draftFromEntry(entry: ConnectionDraft): FormDraft {
  const aws = asObject(entry['aws']);
  const api = asObject(entry['pipelineApi']);
  const auth = asObject(api['auth']);
  const named = systems.filter((system) => entry[system] !== undefined);
  const environment = environments.find((one) => one === entry['environment']) ?? '';
  const profile = aws['profile'];
  const kind = apiKinds.find((one) => one === auth['kind']);
  const draft: FormDraft = {
    ...emptyDraft,
    profile: asText(profile),
    fromEnvironment: asObject(profile)['fromEnvironment'] === true,
    region: asText(aws['region']),
    accountId: asText(aws['accountId']),
    environment,
    name: asText(entry['name']),
    id: asText(entry['id']),
    readOnly: entry['readOnly'] === true,
    editAndRedrive: entry['editAndRedrive'] === true,
    endpoints: onlyTexts(asObject(aws['endpoints'])),
    stage: asText(entry['stage']),
    leftOut: named.length === 0 ? [] : systems.filter((system) => !named.includes(system)),
    names: Object.fromEntries(
      named.flatMap((system) =>
        Object.entries(onlyTexts(asObject(entry[system]))).map(([key, name]) => [`${system}.${key}`, name]),
      ),
    ),
    api: entry['pipelineApi'] === undefined ? 'none' : (kind ?? 'sigv4'),
    baseUrl: asText(api['baseUrl']),
    tokenFromEnvironment: asText(auth['tokenFromEnvironment']),
    issuer: asText(auth['issuer']),
    clientId: asText(auth['clientId']),
  };
  const given = (['region', 'accountId', 'environment', 'name', 'id', 'stage', 'baseUrl'] as const).filter(
    (field) => draft[field] !== '',
  );
  return { ...draft, set: [...given, ...(named.length === 0 ? [] : ['systems'])] };
}

/** A form begins with this. `base` keeps the settings that the form does not know. */
export interface FormStart {
  readonly base: ConnectionDraft;
  /** Paths whose values stay in the file, and are shown nowhere. An empty field leaves them as they are. */
  readonly hidden: readonly string[];
}

export const startOfNew: FormStart = { base: {}, hidden: [] };

/** Writes the entry that the file would hold. */
export function entryFromDraft(draft: FormDraft, { base, hidden } = startOfNew): ConnectionDraft {
  const { name, id, environment, readOnly, editAndRedrive, stage, region, accountId } = draft;
  const known = new Set<string>([...knownSettings, ...systems]);
  const others = Object.fromEntries(Object.entries(base).filter(([setting]) => !known.has(setting)));
  const endpoints = addressesOfDraft(draft, hidden);
  const access = accessOfDraft(draft);
  return {
    id: id.trim(),
    name: name.trim(),
    ...(environment !== '' && { environment }),
    ...(readOnly && { readOnly }),
    ...(editAndRedrive && { editAndRedrive }),
    ...(stage.trim() !== '' && { stage: stage.trim() }),
    aws: {
      region: region.trim(),
      accountId: accountId.replaceAll(/[\s-]/g, ''),
      ...(access.profile !== '' && { profile: access.profile }),
      ...(Object.keys(endpoints).length > 0 && { endpoints }),
    },
    ...pipelineApiOfDraft(draft, hidden),
    ...systemsOfDraft(draft, base),
    ...others,
  };
}

const knownSettings = [
  'id',
  'name',
  'environment',
  'readOnly',
  'editAndRedrive',
  'stage',
  'aws',
  'pipelineApi',
];

/** The way into the account that a call before saving takes. */
export function accessOfDraft({ profile, fromEnvironment, region, endpoints }: FormDraft) {
  const addresses = filled(endpoints);
  return {
    region: region.trim(),
    profile: fromEnvironment ? ({ fromEnvironment: true } as const) : profile.trim(),
    ...(Object.keys(addresses).length > 0 && { endpoints: addresses }),
  } satisfies ConnectionAccessDraft;
}

/** `null` means "as it is in the file". */
function addressesOfDraft({ endpoints }: FormDraft, hidden: readonly string[]) {
  const kept = services.filter(
    (service) => (endpoints[service] ?? '') === '' && hidden.includes(`aws.endpoints.${service}`),
  );
  return { ...filled(endpoints), ...Object.fromEntries(kept.map((service) => [service, null])) };
}

/** Returns an empty object if the connection only looks. */
export function pipelineApiOfDraft(
  draft: FormDraft,
  hidden: readonly string[] = [],
): { readonly pipelineApi?: ConnectionDraft } {
  const { api, tokenFromEnvironment, clientId } = draft;
  if (api === 'none') return {};
  const keep = (text: string, path: string): string | null =>
    text.trim() === '' && hidden.includes(path) ? null : text.trim();
  const baseUrl = keep(draft.baseUrl, 'pipelineApi.baseUrl');
  const issuer = keep(draft.issuer, 'pipelineApi.auth.issuer');
  const auth = {
    sigv4: { kind: api },
    bearer: { kind: api, tokenFromEnvironment: tokenFromEnvironment.trim() },
    // The arguments stay in the file: no page ever has them.
    command: { kind: api, command: null },
    oidc: { kind: api, issuer, clientId: clientId.trim() },
  }[api];
  return { pipelineApi: { baseUrl, auth } };
}

/** A system without a name of its own is written as `{}` where another one would hide it. */
function systemsOfDraft({ leftOut, names }: FormDraft, base: ConnectionDraft): ConnectionDraft {
  const shown = systems.filter((system) => !leftOut.includes(system));
  const own = new Map(
    shown.map((system) => [
      system,
      Object.fromEntries(
        Object.entries(filled(names)).flatMap(([path, name]) =>
          path.startsWith(`${system}.`) ? [[path.slice(system.length + 1), name]] : [],
        ),
      ),
    ]),
  );
  const saysNothing = leftOut.length === 0 && [...own.values()].every((one) => Object.keys(one).length === 0);
  if (saysNothing && systems.every((system) => base[system] === undefined)) return {};
  return saysNothing ? {} : Object.fromEntries(own);
}

/** Changes what a person has set themselves, so that no proposal replaces it later. */
export function setByPerson(draft: FormDraft, change: Partial<FormDraft>): FormDraft {
  const fields = Object.keys(change).map((field) =>
    field === 'names' || field === 'leftOut' ? 'systems' : field,
  );
  const next = { ...draft, ...change, set: [...new Set([...draft.set, ...fields])] };
  return change.name === undefined || next.set.includes('id') ? next : { ...next, id: toId(next.name) };
}

/** Takes a profile, and proposes the rest from it. */
export function withProfile(draft: FormDraft, profile: AwsProfile, taken: readonly string[]): FormDraft {
  const chosen = { ...draft, profile: profile.name, fromEnvironment: false };
  return propose(chosen, {
    region: profile.region ?? '',
    accountId: profile.accountId ?? '',
    environment: guessEnvironment(profile.name),
    name: toName(profile.name),
    id: toFreeId(toId(profile.name), taken),
  });
}

/** Sets the fields that no person has set. */
function propose(draft: FormDraft, proposal: Partial<FormDraft>): FormDraft {
  const open = Object.entries(proposal).filter(([field]) => !draft.set.includes(field));
  return { ...draft, ...Object.fromEntries(open) };
}

/** Takes what was found, where no person has named or left out anything. */
export function withDiscovery(draft: FormDraft, found: Discovery): FormDraft {
  const settings = found.parts.filter(({ isSetting }) => isSetting);
  const names = Object.fromEntries(
    settings.flatMap(({ part, found: [best] }) =>
      best === undefined || best.isByConvention || best.sure === 'possible' ? [] : [[part, best.name]],
    ),
  );
  const isSeen = (system: FormSystem): boolean =>
    settings.some((part) => part.system === system && part.found.length > 0);
  const leftOut =
    systems.some(isSeen) && found.denied.length === 0 ? systems.filter((one) => !isSeen(one)) : [];
  const isFree = !draft.set.includes('systems');
  return propose(isFree ? { ...draft, names, leftOut } : draft, {
    ...(found.entry !== null && toProposal(found.entry)),
    stage: found.stage ?? draft.stage,
    ...(found.pipelineApi !== null && draft.api === 'none' && { baseUrl: found.pipelineApi, api: 'sigv4' }),
  });
}

/** Returns the question of a search as text. An answer belongs only to a form that still asks the same. */
export function toSearchQuestion(draft: FormDraft): string {
  const { way, tagKey, tagValue, stage } = draft;
  return JSON.stringify([accessOfDraft(draft), stage.trim(), way, way === 'tag' ? [tagKey, tagValue] : []]);
}

/** Takes what was found, unless the person has chosen another account, stage or way while it was looked for. */
export function withAnswer(draft: FormDraft, found: Discovery, asked: string): FormDraft {
  return toSearchQuestion(draft) === asked ? withDiscovery(draft, found) : draft;
}

/** Our stacks put out an entry without a profile. Its systems are proposed by what was found. */
function toProposal(entry: ConnectionDraft): Partial<FormDraft> {
  const {
    profile: _profile,
    fromEnvironment: _keys,
    leftOut: _left,
    names: _names,
    way: _way,
    set: _set,
    ...rest
  } = draftFromEntry(entry);
  return Object.fromEntries(
    Object.entries(rest).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(emptyDraft[field as keyof FormDraft]),
    ),
  );
}

/** Guesses an environment from whole words of a name. Empty if it says none. */
export function guessEnvironment(name: string): FormEnvironment | '' {
  const words = name.toLowerCase().split(/[^a-z]+/);
  const has = (...known: readonly string[]): boolean => words.some((word) => known.includes(word));
  if (has('production', 'prod', 'prd', 'live')) return 'production';
  if (has('staging', 'stage', 'stg', 'uat', 'test', 'qa')) return 'staging';
  return has('development', 'develop', 'dev') ? 'development' : '';
}

function toName(profile: string): string {
  const words = profile.replaceAll(/[-_./]+/g, ' ').trim();
  return capitalize(words);
}

/** "Northern staging" becomes "northern-staging". */
export function toId(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
}

/** Appends a number to an id that is taken. */
export function toFreeId(id: string, taken: readonly string[]): string {
  if (id === '' || !taken.includes(id)) return id;
  const number = [...taken.keys()]
    .map((index) => index + 2)
    .find((n) => !taken.includes(`${id}-${String(n)}`));
  return `${id}-${String(number ?? 2)}`;
}

export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function onlyTexts(values: Readonly<Record<string, unknown>>): Texts {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function filled(texts: Texts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => (text.trim() === '' ? [] : [[key, text.trim()]])),
  );
}
