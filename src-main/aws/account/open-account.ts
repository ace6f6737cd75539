import { randomBytes, randomUUID } from 'node:crypto';
import type { Connection } from '#shared/domain/connection.ts';
import { namesOfConnection } from '#shared/domain/pipeline-names.ts';
import { openPipelineApi } from '../../pipeline/open-pipeline-api.ts';
import type { ApiSignIn } from '../../pipeline/account/api-sign-in.ts';
import { openAccountApi, type ApiHost } from '../../pipeline/account/open-account-api.ts';
import type { PassSource } from '../../pipeline/account/pass.ts';
import type { PipelineTransport } from '../../pipeline/transport.ts';
import type { AwsPlace } from '../aws-place.ts';
import type { ConnectionDoors } from '../connection-access.ts';
import { lateFiles } from '../late-files.ts';
import { lateQueues } from '../late-queues.ts';
import { tableNames } from '../table-names.ts';
import { accountCredentials, type AccountCredentials } from './account-credentials.ts';
import { profileKeys } from './profile-keys.ts';

export interface OpenedAccount {
  /** Asks nothing of AWS before the first question, and then STS before anything else. */
  readonly doors: () => Promise<ConnectionDoors>;
  readonly credentials: AccountCredentials;
  /** The sign-in to its pipeline API; null where it names none. */
  readonly api: ApiSignIn | null;
  readonly place: AwsPlace;
  /** Its connections end, and the pass to its API is forgotten. */
  close(): void;
}

/** An account as connections.json has it: the same doors as the sandbox, over the network. */
export function openAccount(connection: Connection, host: ApiHost): OpenedAccount {
  const { region, accountId, endpoints = {} } = connection.aws;
  const profile = typeof connection.aws.profile === 'string' ? connection.aws.profile : undefined;
  const requestHandler = { connectionTimeout: 3_000 };
  const credentials = accountCredentials({
    fetch: (askCode) => profileKeys({ aws: connection.aws, askCode }),
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
    signed: (baseUrl) =>
      lateSource(async () =>
        (await import('../signed-source.ts')).signedSource({ baseUrl, region, credentials }),
      ),
  });
  let opening: Promise<ConnectionDoors> | undefined;
  return {
    credentials,
    api: api.signIn,
    place,
    doors: () =>
      (opening ??= openDoors(
        connection,
        { ...place, account: { endpoints, profile, credentials, opened } },
        api.transport,
      )),
    close() {
      api.signIn?.close();
      for (const client of clients) client.destroy();
    },
  };
}

function lateSource(open: () => Promise<PassSource>): PassSource {
  let opening: Promise<PassSource> | undefined;
  return {
    renewsItself: () => true,
    fetch: async (how) => (await (opening ??= open())).fetch(how),
  };
}

/** The SDK takes longer to load than the rest of the console: not before somebody reads. */
async function openDoors(
  connection: Connection,
  place: AwsPlace,
  pipeline: PipelineTransport,
): Promise<ConnectionDoors> {
  const [{ dynamoDbClient }, { openReader }, { openExecutions }] = await Promise.all([
    import('../dynamodb-client.ts'),
    import('../open-reader.ts'),
    import('../open-executions.ts'),
  ]);
  return {
    reader: openReader({
      client: dynamoDbClient(place),
      connectionId: connection.id,
      tableNames: (system) => tableNames(system, connection),
      cursorKey: randomBytes(32),
      now: Date.now,
      elapsed: () => performance.now(),
      random: Math.random,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    }),
    executions: openExecutions(place),
    pipeline: openPipelineApi(pipeline),
    files: lateFiles(async () => (await import('../open-document-files.ts')).openDocumentFiles(place)),
    ...lateQueues(async () => (await import('../open-queues-and-alarms.ts')).openQueuesAndAlarms(place)),
  };
}
