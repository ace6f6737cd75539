import { readFileSync } from 'node:fs';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type {
  AccessIdentity,
  AccessStopped,
  ConnectionAccessDraft,
  ConnectionDraft,
  EntryProblem,
} from '#shared/contract/connections.ts';
import { ok } from '#shared/contract/result.ts';
import type { Check, CheckReport } from '#shared/contract/session.ts';
import { connectionSchema, type Connection } from '#shared/domain/connection.ts';
import { showsSystem } from '#shared/domain/pipeline-names.ts';
import { listProfiles } from '../../aws/account/aws-configuration.ts';
import { openDraftAccess, type DraftAccess } from '../../aws/account/identify-access.ts';
import { openAccount } from '../../aws/account/open-account.ts';
import { signInWithCli } from '../../aws/account/run-aws-cli.ts';
import { tableNames } from '../../aws/table-names.ts';
import type { Handlers } from '../../gate/gate.ts';
import { openNetwork, type Network } from '../../network/open-network.ts';
import type { ApiSignIn } from '../../pipeline/account/api-sign-in.ts';
import { openAccountApi, type ApiHost } from '../../pipeline/account/open-account-api.ts';
import { openPipelineApi } from '../../pipeline/open-pipeline-api.ts';
import { entryInFile } from './change-file.ts';
import { checkConnection, usualTimes, whyNotSignedIn, type CheckTimes } from './check-handlers.ts';
import { checkPipeline, pipelineNotAsked } from './check-pipeline.ts';
import { fillHidden, listMistakes, mayFormWrite, showEntry } from './shown-entry.ts';

type Names =
  | 'connections.profiles'
  | 'connections.identify'
  | 'connections.signInProfile'
  | 'connections.stopSignIn'
  | 'connections.discover'
  | 'connections.tryApi'
  | 'connections.checkEntry';

interface Parts {
  /** The path of connections.json. */
  readonly file: string;
  readonly systems: readonly SystemDeclaration[];
  readonly host: ApiHost;
  readonly environment: NodeJS.ProcessEnv;
  readonly times?: CheckTimes;
}

export interface ConnectionForm {
  readonly handlers: Pick<Handlers, Names>;
  /** Ends a sign-in of the AWS CLI that is still running. */
  close(): void;
}

const longestCall = 10_000;

/** Serves the form that adds a connection: whose account a profile is, what is there, and whether the API answers. */
export function openConnectionForm({
  file,
  systems,
  host,
  environment,
  times = usualTimes,
}: Parts): ConnectionForm {
  const network = host.network ?? openNetwork({ environment });
  const access = openDraftAccess({ network, environment, now: times.now });
  let signingIn: AbortController | undefined;

  const handlers: Pick<Handlers, Names> = {
    'connections.profiles': async () => {
      const { profiles, files, problems } = await listProfiles(environment);
      const has = (name: string): boolean => (environment[name] ?? '') !== '';
      return ok({
        profiles: [...profiles],
        environmentHasKeys: has('AWS_ACCESS_KEY_ID') && has('AWS_SECRET_ACCESS_KEY'),
        files: [...files],
        problems: [...problems],
      });
    },

    'connections.identify': async ({ aws, code }) => ok({ answer: await identify(aws, code) }),

    'connections.signInProfile': async ({ aws }) => {
      if (typeof aws.profile !== 'string') return ok({ answer: await identify(aws) });
      // A second sign-in takes the place of the first, whose browser page a person may have closed.
      signingIn?.abort();
      const own = new AbortController();
      signingIn = own;
      const failed = await signInWithCli({ profile: aws.profile, environment, signal: own.signal });
      if (signingIn === own) signingIn = undefined;
      return ok({ answer: failed ?? (await identify(aws)) });
    },

    'connections.stopSignIn': () => {
      const stopped = signingIn !== undefined;
      signingIn?.abort();
      return ok({ stopped });
    },

    'connections.discover': async ({ aws, stage, tag, outputs }) => {
      const known = await access.identify(aws);
      if (known.state === 'stopped') return ok({ answer: known });
      const { discoverAccount } = await import('../../aws/discovery/discover-account.ts');
      const { elapsed, sleep } = times;
      const { entry, ...found } = await discoverAccount({
        place: access.placeOf(aws, known),
        arn: known.arn,
        systems,
        stage,
        tag,
        outputs,
        times: { elapsed, sleep },
      });
      return ok({ answer: { ...found, entry: entry === null ? null : withoutProfile(entry) } });
    },

    'connections.tryApi': async ({ pipelineApi, aws, like }) => {
      const original = like === undefined ? undefined : entryInFile(readText(file), like);
      const draft = fillHidden({ pipelineApi }, original);
      const problems = [...listApiMistakes(draft), ...mayFormWrite(draft, original)];
      const parsed = connectionSchema.shape.pipelineApi.safeParse(draft['pipelineApi']);
      if (problems.length > 0 || !parsed.success || parsed.data === undefined) {
        return ok({ checks: [], role: null, problems });
      }
      const { checks, role } = await tryApi(parsed.data, aws, { access, host: { ...host, network }, times });
      return ok({ checks: [...checks], role, problems: [] });
    },

    'connections.checkEntry': async ({ entry, like }) => {
      const original = like === undefined ? undefined : entryInFile(readText(file), like);
      const filled = fillHidden(entry, original);
      const problems = [...listMistakes(filled), ...mayFormWrite(filled, original)];
      const parsed = connectionSchema.safeParse(filled);
      if (problems.length > 0 || !parsed.success) return ok({ report: null, problems });
      const report = await checkDraft(parsed.data, { systems, host: { ...host, network }, times });
      return ok({ report, problems: [] });
    },
  };
  return { handlers, close: () => signingIn?.abort() };

  async function identify(aws: ConnectionAccessDraft, code?: string): Promise<AccessIdentity> {
    const answer = await access.identify(aws, code);
    if (answer.state === 'stopped') return answer;
    const { state, accountId, arn } = answer;
    return { state, accountId, arn };
  }
}

/** The profile in the outputs is that of whoever deployed. */
function withoutProfile(entry: Connection): ConnectionDraft {
  const { entry: shown } = showEntry(entry as unknown as ConnectionDraft);
  const { profile: _, ...aws } = shown['aws'] as Record<string, unknown>;
  return { ...shown, aws } as ConnectionDraft;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Without the file there is no entry to take a value from, and the mistake is told at its path.
    return undefined;
  }
}

interface Checking {
  readonly systems: readonly SystemDeclaration[];
  readonly host: ApiHost;
  readonly times: CheckTimes;
}

/** Opens an account only for the check, and forgets its keys. */
async function checkDraft(connection: Connection, { systems, host, times }: Checking): Promise<CheckReport> {
  const account = openAccount(connection, host);
  try {
    const { pipeline } = await account.doors();
    return await checkConnection(
      {
        connectionId: connection.id,
        account,
        pipeline: connection.pipelineApi === undefined ? null : pipeline,
        notSignedIn: whyNotSignedIn(connection, account.api?.standing().state),
        systems: systems
          .filter(({ id }) => showsSystem(connection, id))
          .map((system) => ({ system, names: tableNames(system, connection) })),
      },
      times,
    );
  } finally {
    account.close();
  }
}

/** Lists the mistakes of the API alone, since the rest of the entry may not be there yet. */
function listApiMistakes(draft: ConnectionDraft): EntryProblem[] {
  return listMistakes(draft).filter(({ path }) => path.startsWith('pipelineApi'));
}

interface Trying {
  readonly access: DraftAccess;
  readonly host: ApiHost & { readonly network: Network };
  readonly times: CheckTimes;
}

/** Signs in to a pipeline API once, asks whether it answers and who this is, and forgets the sign-in. */
async function tryApi(
  pipelineApi: NonNullable<Connection['pipelineApi']>,
  aws: ConnectionAccessDraft,
  { access, host, times }: Trying,
): Promise<
  Pick<Awaited<ReturnType<typeof checkPipeline>>, 'checks'> & {
    readonly role: 'support' | 'reviewer' | 'admin' | null;
  }
> {
  const known = pipelineApi.auth.kind === 'sigv4' ? await access.identify(aws) : null;
  if (known?.state === 'stopped') return { checks: notSigned(known), role: null };
  const { signedSource } = await import('../../aws/account/signed-source.ts');
  const { transport, signIn } = openAccountApi(pipelineApi, {
    ...host,
    signed: (baseUrl) =>
      signedSource({
        baseUrl,
        region: aws.region,
        credentials: {
          get: () =>
            known === null ? Promise.reject(new Error('There are no keys.')) : Promise.resolve(known.keys),
          renew: () => Promise.resolve(false),
        },
      }),
  });
  try {
    if (signIn !== null) await signInToApi(signIn);
    const { checks, person } = await checkPipeline({
      api: openPipelineApi(transport),
      notSignedIn: whyStillNotSignedIn(signIn),
      elapsed: times.elapsed,
      longestCall,
    });
    return { checks, role: person?.role ?? null };
  } finally {
    signIn?.close();
  }
}

/** A sign-in in the browser ends after five minutes at the latest. */
async function signInToApi(signIn: ApiSignIn): Promise<void> {
  await signIn.signIn();
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (signIn.standing().state === 'in-browser' || signIn.standing().state === 'in-progress') return;
      stop();
      resolve();
    };
    const stop = signIn.onChange(look);
    look();
  });
}

function whyStillNotSignedIn(signIn: ApiSignIn | null): string | null {
  const standing = signIn?.standing();
  return standing?.state === 'failed' ? standing.why : null;
}

function notSigned({ happened, next }: AccessStopped): readonly Check[] {
  return pipelineNotAsked(`${happened} ${next}`);
}
