import { randomUUID } from 'node:crypto';
import type { Connection } from '#shared/domain/connection.ts';
import { namesOfConnection } from '#shared/domain/pipeline-names.ts';
import { openNetwork } from '../../network/open-network.ts';
import type { ApiSignIn } from '../../pipeline/account/api-sign-in.ts';
import { openAccountApi, type ApiHost } from '../../pipeline/account/open-account-api.ts';
import type { PassSource } from '../../pipeline/account/pass-sources.ts';
import { openPipelineApi } from '../../pipeline/open-pipeline-api.ts';
import type { AwsPlace } from '../client-config.ts';
import type { ConnectionDoors } from '../doors.ts';
import { loadSdk } from '../open-place.ts';
import { tableNames } from '../table-names.ts';
import { accountCredentials, type AccountCredentials } from './account-credentials.ts';
import { readProfileSetting } from './aws-configuration.ts';
import { profileKeys } from './profile-keys.ts';

export interface OpenedAccount {
  /** Asks AWS nothing before the first question, and then asks STS before anything else. */
  readonly doors: () => Promise<ConnectionDoors>;
  readonly credentials: AccountCredentials;
  /** This is the sign-in to its pipeline API; it is null when the connection names none. */
  readonly api: ApiSignIn | null;
  readonly place: AwsPlace;
  /** Closes its network connections and forgets the pass to its API. */
  close(): void;
}

/** Opens an account from connections.json: the same doors as the sandbox, over the network. */
export function openAccount(connection: Connection, host: ApiHost): OpenedAccount {
  const { region, accountId, endpoints = {} } = connection.aws;
  const profile = typeof connection.aws.profile === 'string' ? connection.aws.profile : undefined;
  const network = (host.network ?? openNetwork({ environment: host.environment })).trusting(() =>
    profile === undefined
      ? Promise.resolve(undefined)
      : readProfileSetting(profile, 'ca_bundle', host.environment),
  );
  const requestHandler = network.requestHandler();
  const credentials = accountCredentials({
    fetch: (askCode) => profileKeys({ aws: connection.aws, askCode, network }),
    verify: async (keys) =>
      (await import('./caller-identity.ts')).callerIdentity(
        keys,
        { region, accountId, requestHandler },
        { endpoints, profile },
      ),
    now: Date.now,
    newId: randomUUID,
  });
  const names = namesOfConnection(connection);
  const place: AwsPlace = {
    region,
    accountId,
    requestHandler,
    names,
    account: { endpoints, profile, credentials },
  };
  const clients = new Set<{ destroy(): void }>();
  const opened = (client: { destroy(): void }): void => void clients.add(client);
  const api = openAccountApi(connection.pipelineApi, {
    ...host,
    network,
    signed: (baseUrl) =>
      lateSource(async () =>
        (await import('./signed-source.ts')).signedSource({ baseUrl, region, credentials }),
      ),
  });
  let opening: Promise<ConnectionDoors> | undefined;
  return {
    credentials,
    api: api.signIn,
    place,
    doors: () => (opening ??= openDoors()),
    close() {
      api.signIn?.close();
      for (const client of clients) client.destroy();
      network.close();
    },
  };

  async function openDoors(): Promise<ConnectionDoors> {
    const openPlace = await loadSdk();
    const { newReader, newExecutions, ...doors } = openPlace(
      { ...place, account: { endpoints, profile, credentials, opened } },
      { connectionId: connection.id, tableNames: (system) => tableNames(system, connection) },
    );
    return {
      ...doors,
      reader: newReader(),
      executions: newExecutions(),
      pipeline: openPipelineApi(api.transport),
    };
  }
}

function lateSource(open: () => Promise<PassSource>): PassSource {
  let opening: Promise<PassSource> | undefined;
  return {
    renewsItself: () => true,
    fetch: async (how) => (await (opening ??= open())).fetch(how),
  };
}

export interface WorkOfAccount {
  /** Records that a caller has its doors. */
  begin(): void;
  /** Says whether a call may have gone through them. */
  mayHaveBegun(): boolean;
}

/** Nothing can go through a door before one of the two sign-ins has succeeded or is in progress. */
export function getAccountWork({
  credentials,
  api,
}: Pick<OpenedAccount, 'credentials' | 'api'>): WorkOfAccount {
  let isBegun = false;
  let wasSignedIn = false;
  const look = (): boolean => (wasSignedIn ||= isSignedIn());
  credentials.onChange(look);
  api?.onChange(look);

  function isSignedIn(): boolean {
    return credentials.standing().state === 'signed-in' || api?.standing().state === 'signed-in';
  }

  function isSigningIn(): boolean {
    return underWay.has(credentials.standing().state) || underWay.has(api?.standing().state ?? 'no-api');
  }

  return {
    begin() {
      isBegun = true;
    },
    mayHaveBegun: () => isBegun && (look() || isSigningIn()),
  };
}

const underWay: ReadonlySet<string> = new Set(['in-progress', 'code-wanted', 'in-browser']);
