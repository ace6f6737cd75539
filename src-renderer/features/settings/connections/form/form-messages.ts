import { counted, grouped, listed } from '#shared/domain/formatting.ts';
import type { AwsProfile, Discovery, FoundPart } from '#shared/contract/connections.ts';
import { discoveryLimits, mostDiscoveryCalls } from '#shared/domain/discovery.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import type { ApiKind, FormEnvironment, FormSystem, LookWay } from './draft.ts';

export const messages = {
  titles: {
    add: 'Add a connection',
    import: 'Add an imported connection',
    edit: (name: string) => `Edit ${name}`,
    like: (name: string) => `Duplicate ${name}`,
  },
  page: {
    sub: 'saved in connections.json; the file holds no secret',
    back: 'Back to the list',
    steps: 'Steps',
    reading: 'Loading the form',
    entryNotRead: "Couldn't load the entry",
    nothingChanged: 'The file is unchanged.',
    searchLog: 'Try again. If it keeps failing, search the log for this reference.',
    restored: 'What you typed before is still here.',
    startOver: 'Start over',
    asInFile: 'as in the file',
    entryProblems: 'This entry has problems in the file. Correct them here or in the file.',
  },
  account: {
    title: 'Account',
    profile: 'Profile',
    profileHint: 'from your AWS configuration; the keys stay there',
    filter: 'Filter profiles',
    noMatch: 'No profile has this text.',
    none: 'No profile found. Set one up with the AWS CLI (aws configure sso), or use keys from the environment.',
    notRead: "Couldn't read the AWS configuration.",
    environmentKeys: 'Keys from the environment',
    environmentHas: 'the keys of the environment that Sluice was started in',
    environmentHasNot: 'none when Sluice was started; start it again with AWS_ACCESS_KEY_ID set',
    otherProfile: 'Another profile',
    otherProfileHint: 'A profile that will exist on this machine.',
    region: 'Region',
    regionHint: 'Where the tables and queues are.',
    accountId: 'Account id',
    accountHint:
      'Filled in by the question above. Keys of another account are refused before anything is read.',
    who: 'Whose account is this?',
    askHint: 'one call to STS, which is free and needs no permission',
    needsProfile: 'Choose a profile first.',
    needsRegion: 'Choose a region first.',
    signInHere: 'Sign in here',
    signingIn: 'Signing in. Confirm it in the browser that opens',
    stopSignIn: 'Stop',
    tryAgain: 'Try again',
    copyCommand: 'Copy command',
    inTerminal: 'In a terminal:',
    backAgain: 'When you come back to this window, it is tried again automatically.',
    code: 'Code of the device',
    sendCode: 'Send code',
    otherAccount: (typed: string, found: string) =>
      `The form says account ${typed}, and these keys belong to ${found}.`,
    takeAccount: 'Use this account',
    environment: 'Environment',
    name: 'Name',
    nameHint: 'What you see everywhere, and type to unlock production.',
    id: 'Id',
    idHint: 'For addresses and --connection; lower case, digits, hyphens.',
    idFixed:
      'Changing the id makes another connection of it: drafts and its audit lines stay under the old id.',
    readOnly: 'Read-only',
    readOnlyHint: 'Nothing can be changed by this connection, and it cannot be unlocked.',
    editAndRedrive: 'Edit and redrive',
    editAndRedriveHint: 'A dead letter may be sent back with another body.',
    addresses: 'Custom addresses',
    addressesHint: "for services that are not at AWS's own address",
    allAddresses: 'All services',
    allAddressesHint: 'Fills in every address below.',
  },
  resources: {
    title: 'Resources',
    way: 'How to find them',
    stage: 'Stage',
    stageHint: 'Completes the names of the convention, such as autowired-{stage}.',
    tagKey: 'Tag',
    tagValue: 'Value',
    tagHint: 'Tables, queues and other parts that have this tag.',
    outputs: 'Outputs of the stacks',
    outputsHint:
      'The answer of "aws cloudformation describe-stacks", the outputs file of the CDK, or lines of "Key = Value".',
    outputsFile: 'From a file…',
    byHand: 'Nothing is looked up. Type the names that differ from the convention.',
    before:
      'Lists the names of tables, queues, state machines, buckets, functions and alarms, and reads the keys of tables that may fit. Reads no item, no message and no file.',
    look: 'Find resources',
    lookAgain: 'Find again',
    looking: 'Listing names and reading key schemas',
    needsOutputs: 'Paste the outputs first.',
    needsTag: 'Type the tag first.',
    parts: 'Parts of this connection',
    part: 'Part',
    name: 'Name',
    found: 'Found',
    notLooked: 'not looked up',
    nothing: 'nothing found',
    noName: 'no name',
    shown: (label: string) => `Show ${label}`,
    denied: 'Some calls were denied. What they would have found can be typed below.',
    policyTitle: 'Permissions for this search',
    policyNote: 'an IAM policy for whoever grants permissions',
    copyPolicy: 'Copy policy',
    alsoFound: 'Functions and alarms',
    alsoFoundHint: 'found by name; the file does not name them',
    outdated: 'The fields above have changed since. Find again to update this.',
  },
  api: {
    title: 'Pipeline API',
    kind: 'Sign-in',
    none: 'Without an API the connection only looks: nothing can be changed, and Dead letters and Review stay closed, since no API says which role is yours.',
    baseUrl: 'Address',
    baseUrlHint: 'As far as the version, such as https://pipelines.staging.example.com/v1.',
    token: 'Environment variable',
    tokenHint: "The variable's name, which begins with PIPELINE_ or SLUICE_, and not the token.",
    issuer: 'Issuer',
    clientId: 'Client id',
    commandByHand: 'A command that prints the token can only be written into the file.',
    try: 'Try it',
    tryAgain: 'Try again',
    tryHint: 'asks whether it answers and who you are',
    trying: 'Asking the API',
    role: (role: string) => `Your role there: ${role}.`,
    noRole: 'It did not say which role is yours.',
    needsAddress: 'Type the address first.',
    outdated: 'The fields above have changed since. Try again to update this.',
  },
  save: {
    title: 'Save',
    check: 'Check before saving',
    checkAgain: 'Check again',
    checking: 'Asking once for each part',
    checkOutdated: 'The form has changed since. Check again to update this.',
    diff: 'Change of the file',
    comparing: 'Comparing with the file',
    noChange: 'Nothing would change in the file.',
    needed: 'Still needed',
    save: 'Save connection',
    thenCheck: 'Check the connection after saving',
    thenCheckHint: 'makes each call Sluice needs once; reads no data',
    saved: (name: string) => `${name} saved`,
    copyKept: 'The file before this change was kept as a copy beside it.',
  },
};

/** "2 fields are missing or wrong: region, name" */
export function describeNeeded(labels: readonly string[]): string {
  const some = labels.slice(0, 4);
  const more = labels.length - some.length;
  const words = more > 0 ? `${some.join(', ')} and ${String(more)} more` : listed(some);
  return `${counted(labels.length, 'field is', 'fields are')} missing or wrong: ${words}`;
}

export const kindWords: Readonly<Record<AwsProfile['kind'], string>> = {
  sso: 'SSO',
  role: 'assumes a role',
  login: 'console sign-in',
  process: 'runs a program',
  keys: 'access keys',
  incomplete: 'incomplete',
};

/** "SSO as Operator", "assumes Operator with the keys of base". */
export function describeProfile({ kind, role, sourceProfile, asksForCode, problem }: AwsProfile): string {
  if (problem !== null) return problem;
  if (kind === 'sso') return role === null ? kindWords.sso : `${kindWords.sso} as ${role}`;
  if (kind !== 'role') return kindWords[kind];
  const source = sourceProfile === null ? '' : ` with the keys of ${sourceProfile}`;
  const code = asksForCode ? ', asks for a code' : '';
  return `assumes ${role ?? 'a role'}${source}${code}`;
}

export const environmentWords: Readonly<Record<FormEnvironment, string>> = {
  development: 'Grey. Writable as far as your role allows.',
  staging: 'Violet. Writable as far as your role allows.',
  production: 'Copper. Opens read-only, and is unlocked for a while with a reason.',
};

export const wayWords: Readonly<Record<LookWay, string>> = {
  convention: 'By convention',
  tag: 'By tag',
  outputs: 'By stack outputs',
  hand: 'By hand',
};

export const apiWords: Readonly<Record<ApiKind, string>> = {
  none: 'No API',
  sigv4: 'AWS keys',
  bearer: 'Token',
  command: 'Command',
  oidc: 'OIDC',
};

export const apiHints: Readonly<Record<ApiKind, string>> = {
  none: messages.api.none,
  sigv4: 'Requests are signed with the keys of the account (SigV4).',
  bearer: 'The token is read from an environment variable when Sluice starts.',
  command:
    'A command prints the token. It stays as it is in the file, and works only with the address there.',
  oidc: 'You sign in with your browser.',
};

export const serviceWords = {
  dynamodb: 'DynamoDB',
  sqs: 'SQS',
  sfn: 'Step Functions',
  cloudwatch: 'CloudWatch',
  s3: 'S3',
  sts: 'STS',
  ce: 'Cost Explorer',
} as const;

export const systemWords: Readonly<Record<FormSystem, string>> = {
  extraction: 'Extraction',
  downloads: 'Downloads',
  funds: 'Investment funds',
  hr: 'Acme HR',
};

interface PartOfForm {
  readonly system: FormSystem;
  readonly path: string;
  readonly label: string;
  /** The name by the convention, or null without a stage that it needs. */
  readonly expected: string | null;
}

/** Lists the parts that an entry can name, for a form that nothing was looked up for. */
export function listParts(stage: string): readonly PartOfForm[] {
  const { extraction, downloads } = namesByConvention(stage);
  return [
    part('extraction', 'table', 'table', extraction.table),
    part('extraction', 'documentsBucket', 'documents bucket', extraction.documentsBucket),
    part('extraction', 'documentQueue', 'document queue', extraction.documentQueue),
    part(
      'extraction',
      'documentDeadLetterQueue',
      'document dead letters',
      extraction.documentDeadLetterQueue,
    ),
    part('extraction', 'webhookQueue', 'webhook queue', extraction.webhookQueue),
    part('extraction', 'webhookDeadLetterQueue', 'webhook dead letters', extraction.webhookDeadLetterQueue),
    part('extraction', 'stateMachine', 'state machine', extraction.stateMachine),
    part('downloads', 'jobsTable', 'jobs table', downloads.jobsTable),
    part('downloads', 'batchesTable', 'batches table', downloads.batchesTable),
    part('downloads', 'fileQueue', 'file queue', downloads.fileQueue),
    part('downloads', 'fileDeadLetterQueue', 'file dead letters', downloads.fileDeadLetterQueue),
    part('funds', 'table', 'table', 'investment_fund'),
    part('hr', 'table', 'table', `acme-hr-${stage}`),
  ];
}

/** Says beforehand what a search may take. */
export function describeBudget(withTag: boolean): string {
  return `At most ${String(mostDiscoveryCalls(withTag))} calls in ${String(discoveryLimits.seconds)} s, for less than $0.01. The exact price is shown afterwards.`;
}

function part(system: FormSystem, key: string, label: string, name: string): PartOfForm {
  return { system, path: `${system}.${key}`, label, expected: name.endsWith('-') ? null : name };
}

/** "Found 11 of 13 parts with 24 calls. Less than $0.0001 by AWS list prices." */
export function describeDiscovery({ parts, calls, cost }: Discovery): string {
  const settings = parts.filter(({ isSetting }) => isSetting);
  const seen = settings.filter(({ found }) => found.length > 0).length;
  return `Found ${String(seen)} of ${counted(settings.length, 'part')} with ${counted(calls, 'call')}. ${cost.told}`;
}

/** "14 tables, at least 1,000 queues". */
export function describeListed({ listed: kinds }: Discovery): string {
  return kinds
    .map(({ label, count, isAll }) => {
      const what = count === 1 ? label.replace(/s$/, '') : label;
      return `${isAll ? '' : 'at least '}${grouped(count)} ${what}`;
    })
    .join(', ');
}

export const sureWords: Readonly<Record<FoundPart['sure'], string>> = {
  certain: 'certain',
  likely: 'likely',
  possible: 'possible',
};

/** The labels of the fields by their path in the entry. */
export function labelOfPath(path: string): string {
  const known = fieldLabels[path];
  if (known !== undefined) return known;
  const named = listParts('').find((one) => one.path === path);
  return named === undefined ? path : `${systemWords[named.system]} ${named.label}`;
}

const fieldLabels: Readonly<Record<string, string>> = {
  id: 'id',
  name: 'name',
  environment: 'environment',
  stage: 'stage',
  'aws.profile': 'profile',
  'aws.region': 'region',
  'aws.accountId': 'account id',
  'pipelineApi.baseUrl': 'API address',
  'pipelineApi.auth.tokenFromEnvironment': 'environment variable',
  'pipelineApi.auth.issuer': 'issuer',
  'pipelineApi.auth.clientId': 'client id',
  'pipelineApi.auth.command': 'command',
};

/** The regions of the standard partition with their places, for suggestions. Any other can be typed. */
export const regions: readonly { readonly value: string; readonly hint: string }[] = [
  { value: 'eu-west-1', hint: 'Ireland' },
  { value: 'eu-west-2', hint: 'London' },
  { value: 'eu-west-3', hint: 'Paris' },
  { value: 'eu-central-1', hint: 'Frankfurt' },
  { value: 'eu-central-2', hint: 'Zurich' },
  { value: 'eu-north-1', hint: 'Stockholm' },
  { value: 'eu-south-1', hint: 'Milan' },
  { value: 'eu-south-2', hint: 'Spain' },
  { value: 'us-east-1', hint: 'N. Virginia' },
  { value: 'us-east-2', hint: 'Ohio' },
  { value: 'us-west-1', hint: 'N. California' },
  { value: 'us-west-2', hint: 'Oregon' },
  { value: 'ca-central-1', hint: 'Canada' },
  { value: 'ca-west-1', hint: 'Calgary' },
  { value: 'mx-central-1', hint: 'Mexico' },
  { value: 'sa-east-1', hint: 'São Paulo' },
  { value: 'ap-south-1', hint: 'Mumbai' },
  { value: 'ap-south-2', hint: 'Hyderabad' },
  { value: 'ap-southeast-1', hint: 'Singapore' },
  { value: 'ap-southeast-2', hint: 'Sydney' },
  { value: 'ap-southeast-3', hint: 'Jakarta' },
  { value: 'ap-southeast-4', hint: 'Melbourne' },
  { value: 'ap-southeast-5', hint: 'Malaysia' },
  { value: 'ap-southeast-7', hint: 'Thailand' },
  { value: 'ap-east-1', hint: 'Hong Kong' },
  { value: 'ap-northeast-1', hint: 'Tokyo' },
  { value: 'ap-northeast-2', hint: 'Seoul' },
  { value: 'ap-northeast-3', hint: 'Osaka' },
  { value: 'me-central-1', hint: 'UAE' },
  { value: 'me-south-1', hint: 'Bahrain' },
  { value: 'il-central-1', hint: 'Tel Aviv' },
  { value: 'af-south-1', hint: 'Cape Town' },
];
