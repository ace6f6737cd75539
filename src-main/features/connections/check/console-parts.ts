import type { ConsoleParts } from '#shared/catalogue/iam/console-places.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { namesOfConnection } from '#shared/domain/names-of-connection.ts';
import { namesByConvention } from '#shared/domain/naming-convention.ts';
import type { ConnectionsFile } from '../read-connections.ts';

/** What of a connection policies speak of, beside its tables. */
export function consolePartsOf(connection: Connection | 'sandbox'): ConsoleParts {
  if (connection === 'sandbox')
    return { extraction: namesByConvention('sandbox').extraction, signedApi: null };
  const { pipelineApi } = connection;
  return {
    extraction: namesOfConnection(connection).extraction,
    signedApi: pipelineApi?.auth.kind === 'sigv4' ? pipelineApi.baseUrl : null,
  };
}

/** By its id; what the file does not have is the sandbox. */
export function consolePartsAt(
  { connections }: Pick<ConnectionsFile, 'connections'>,
  id: string,
): ConsoleParts {
  return consolePartsOf(connections.find((connection) => connection.id === id) ?? 'sandbox');
}
