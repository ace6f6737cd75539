import { expect, test } from 'vitest';
import type { AwsProfile, Discovery } from '#shared/contract/connections.ts';
import { connectionSchema } from '#shared/domain/connection.ts';
import {
  accessOfDraft,
  draftFromEntry,
  emptyDraft,
  entryFromDraft,
  guessEnvironment,
  services,
  setByPerson,
  toFreeId,
  toSearchQuestion,
  withAnswer,
  withDiscovery,
  withProfile,
} from '#renderer/features/settings/connections/form/draft.ts';
import { parseDraft } from '#renderer/features/settings/connections/form/draft-storage.ts';

const entry = {
  id: 'staging',
  name: 'Staging',
  environment: 'staging',
  stage: 'staging',
  aws: {
    region: 'eu-west-1',
    accountId: '111122223333',
    profile: 'staging',
    endpoints: { sqs: 'https://sqs.example.com' },
  },
  pipelineApi: {
    baseUrl: 'https://pipelines.example.com/v1',
    auth: { kind: 'bearer', tokenFromEnvironment: 'PIPELINE_TOKEN' },
  },
  extraction: { table: 'documents' },
  downloads: {},
};

function aProfile(change: Partial<AwsProfile> = {}): AwsProfile {
  return {
    name: 'northern-staging',
    kind: 'sso',
    region: 'eu-west-1',
    accountId: '111122223333',
    role: 'Operator',
    sourceProfile: null,
    ssoSession: 'northern',
    asksForCode: false,
    problem: null,
    ...change,
  };
}

function aDiscovery(change: Partial<Discovery> = {}): Discovery {
  return {
    state: 'found',
    accountId: '111122223333',
    arn: 'arn:aws:iam::111122223333:user/mira',
    stage: 'staging',
    stages: ['staging'],
    parts: [],
    entry: null,
    pipelineApi: null,
    listed: [],
    denied: [],
    policy: null,
    calls: 12,
    cost: { usd: '0', book: null, told: 'Free.' },
    notes: [],
    ...change,
  };
}

function aPart(part: string, found: Partial<Discovery['parts'][number]['found'][number]>[]) {
  const [system = ''] = part.split('.', 1);
  return {
    system,
    part,
    isSetting: true,
    kind: 'table',
    label: 'table',
    expected: null,
    found: found.map((one) => ({
      name: 'documents',
      by: 'keys',
      sure: 'likely',
      why: 'Its keys are those of the catalogue.',
      lacks: [],
      isByConvention: false,
      ...one,
    })),
  } as Discovery['parts'][number];
}

test('an entry of the file comes back from the form as it was', () => {
  expect(entryFromDraft(draftFromEntry(entry), { base: entry, hidden: [] })).toEqual(entry);
  expect(connectionSchema.safeParse(entryFromDraft(draftFromEntry(entry))).success).toBe(true);
});

test('each service that may have an address has a field', () => {
  const { endpoints } = connectionSchema.shape.aws.shape;
  expect(services).toEqual(Object.keys(endpoints.unwrap().shape));
});

test('an entry without names shows all systems and stays without them', () => {
  const { extraction: _extraction, downloads: _downloads, ...bare } = entry;
  expect(entryFromDraft(draftFromEntry(bare), { base: bare, hidden: [] })).toEqual(bare);
});

test('a name for one system does not hide the others', () => {
  const draft = setByPerson(emptyDraft, { names: { 'funds.table': 'funds' } });
  expect(entryFromDraft(draft)).toMatchObject({
    extraction: {},
    downloads: {},
    funds: { table: 'funds' },
    hr: {},
  });
});

test('values that stay in the file are null until a person types others', () => {
  const shown = {
    ...entry,
    pipelineApi: { baseUrl: null, auth: { kind: 'command', command: null } },
  };
  const hidden = ['pipelineApi.baseUrl', 'pipelineApi.auth.command'];
  const draft = draftFromEntry(shown);
  expect(entryFromDraft(draft, { base: shown, hidden })['pipelineApi']).toEqual(shown.pipelineApi);
  const typed = setByPerson(draft, { baseUrl: 'https://other.example.com' });
  expect(entryFromDraft(typed, { base: shown, hidden })['pipelineApi']).toMatchObject({
    baseUrl: 'https://other.example.com',
  });
});

test('a profile proposes the rest, and never replaces what a person has set', () => {
  const draft = withProfile(emptyDraft, aProfile(), ['northern-staging']);
  expect(draft).toMatchObject({
    profile: 'northern-staging',
    region: 'eu-west-1',
    accountId: '111122223333',
    environment: 'staging',
    name: 'Northern staging',
    id: 'northern-staging-2',
  });
  const named = setByPerson(draft, { name: 'Nord', region: 'eu-north-1' });
  expect(named.id).toBe('nord');
  expect(withProfile(named, aProfile({ name: 'live', region: 'us-east-1' }), [])).toMatchObject({
    name: 'Nord',
    region: 'eu-north-1',
    environment: 'production',
  });
});

test('keys of the environment are no profile', () => {
  expect(accessOfDraft({ ...emptyDraft, fromEnvironment: true, region: ' eu-west-1 ' })).toEqual({
    region: 'eu-west-1',
    profile: { fromEnvironment: true },
  });
});

test('an environment is guessed from whole words only', () => {
  expect(['acme-prod', 'acme.stg', 'dev', 'reproducer', 'alive'].map(guessEnvironment)).toEqual([
    'production',
    'staging',
    'development',
    '',
    '',
  ]);
});

test('an id that is taken gets the next free number', () => {
  expect(toFreeId('staging', ['staging', 'staging-2'])).toBe('staging-3');
  expect(toFreeId('staging', ['other'])).toBe('staging');
});

test('a search names what differs from the convention, and leaves unsure candidates to the person', () => {
  const found = aDiscovery({
    parts: [
      aPart('extraction.table', [{ name: 'documents' }]),
      aPart('extraction.documentQueue', [{ name: 'autowired-documents-staging', isByConvention: true }]),
      aPart('extraction.webhookQueue', [{ name: 'hooks', sure: 'possible' }]),
      aPart('funds.table', []),
    ],
    pipelineApi: 'https://pipelines.example.com/v1',
  });
  expect(withDiscovery(emptyDraft, found)).toMatchObject({
    stage: 'staging',
    names: { 'extraction.table': 'documents' },
    leftOut: ['downloads', 'funds', 'hr'],
    api: 'sigv4',
    baseUrl: 'https://pipelines.example.com/v1',
  });
});

test('a search that was denied leaves out no system, and none replaces names that a person typed', () => {
  const found = aDiscovery({
    parts: [aPart('extraction.table', [{ name: 'documents' }])],
    denied: [{ action: 'dynamodb:ListTables', means: 'Tables are not listed.' }],
  });
  expect(withDiscovery(emptyDraft, found).leftOut).toEqual([]);
  const typed = setByPerson(emptyDraft, { names: { 'extraction.table': 'mine' } });
  expect(withDiscovery(typed, found).names).toEqual({ 'extraction.table': 'mine' });
});

test('what was found in one account is not filled in once another is chosen', () => {
  const found = aDiscovery({
    stage: 'stg',
    parts: [aPart('extraction.table', [{ name: 'stg-documents' }])],
    pipelineApi: 'https://staging.example.com/v1',
  });
  const asked = withProfile(emptyDraft, aProfile(), []);
  const question = toSearchQuestion(asked);
  const named = setByPerson(asked, { name: 'Renamed meanwhile' });
  expect(withAnswer(named, found, question)).toEqual(withDiscovery(named, found));
  for (const chosen of [
    withProfile(asked, aProfile({ name: 'northern-production' }), []),
    setByPerson(asked, { region: 'us-east-1' }),
    setByPerson(asked, { stage: 'prod' }),
    setByPerson(asked, { way: 'hand' }),
    setByPerson(asked, { way: 'tag', tagKey: 'project' }),
  ]) {
    expect(withAnswer(chosen, found, question)).toBe(chosen);
  }
});

test('the entry in the outputs of the stacks fills in the form, apart from the profile', () => {
  const chosen = withProfile(emptyDraft, aProfile({ name: 'mine', region: null }), []);
  const draft = withDiscovery(
    chosen,
    aDiscovery({ entry: { ...entry, aws: { ...entry.aws, profile: 'theirs' } } }),
  );
  expect(draft).toMatchObject({ profile: 'mine', name: 'Staging', region: 'eu-west-1', api: 'bearer' });
});

test('a stored draft is read field by field, and other text is none', () => {
  const draft = draftFromEntry(entry);
  expect(parseDraft(JSON.stringify(draft))).toEqual(draft);
  expect(parseDraft('{"name": 7, "names": {"extraction.table": 1}, "api": "magic"}')).toEqual(emptyDraft);
  expect(parseDraft('not json')).toBeUndefined();
  expect(parseDraft(null)).toBeUndefined();
});
