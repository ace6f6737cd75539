import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { ConnectionDetails } from '#shared/contract/connections/details.ts';
import { ok, refused } from '#shared/contract/result.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import type { Connection } from '#shared/domain/connection.ts';
import type { TableNames } from '../../aws/table-names.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { partNames, type TablesOf } from './part-names.ts';
import type { ConnectionsFile } from './read-connections.ts';
import { credentialsWords, pipelineApiWords, plainAddress } from './sign-in-words.ts';

type Names = 'connections.read';

export interface DetailsParts {
  readonly file: ConnectionsFile;
  readonly systems: readonly SystemDeclaration[];
  readonly tableNames: (system: SystemDeclaration, connectionId: string) => TableNames;
}

export function detailsHandlers({ file, systems, tableNames }: DetailsParts): Pick<Handlers, Names> {
  return {
    'connections.read': ({ connectionId }) => {
      const tablesOf: TablesOf = (system) => tableNames(system, connectionId);
      if (connectionId === sandboxConnectionId) return ok(sandboxDetails(systems, tablesOf));
      const connection = file.connections.find(({ id }) => id === connectionId);
      if (connection !== undefined) return ok(detailsOf(connection, systems, tablesOf));
      return refused({
        code: 'not-found',
        message: `There is no connection "${connectionId}" in ${file.file}. Nothing of it is shown.`,
        what: `connection ${connectionId}`,
      });
    },
  };
}

function detailsOf(
  connection: Connection,
  systems: readonly SystemDeclaration[],
  tablesOf: TablesOf,
): ConnectionDetails {
  const { id, stage, aws, pipelineApi } = connection;
  return {
    connectionId: id,
    credentials: credentialsWords(aws),
    stage: stage ?? null,
    endpoints: Object.entries(aws.endpoints ?? {}).flatMap(([service, address]) =>
      address === undefined ? [] : [{ service, address: plainAddress(address) }],
    ),
    pipelineApi: pipelineApiWords(pipelineApi),
    systems: partNames(connection, systems, tablesOf),
  };
}

/** Its parts are called as those of a stage of that name are. */
function sandboxDetails(systems: readonly SystemDeclaration[], tablesOf: TablesOf): ConnectionDetails {
  const stage = 'sandbox';
  return {
    connectionId: sandboxConnectionId,
    credentials: null,
    stage,
    endpoints: [],
    pipelineApi: null,
    systems: partNames({ stage }, systems, tablesOf),
  };
}
