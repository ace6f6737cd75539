import { randomBytes } from 'node:crypto';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { AwsPlace } from './client-config.ts';
import { lateDoors, type Doors } from './doors.ts';
import type { CatalogueReader } from './dynamodb/reading.ts';
import type { Executions } from './executions.ts';
import { machineParts } from './patience.ts';
import type { TableNames } from './table-names.ts';

export interface OpenedPlace extends Pick<Doors, 'files' | 'queues' | 'alarms' | 'tables' | 'bill'> {
  /** Creates a reader without open lists and recorded changes. */
  readonly newReader: () => CatalogueReader;
  /** Creates executions without open lists and kept events. */
  readonly newExecutions: () => Executions;
}

interface Names {
  readonly connectionId: string;
  readonly tableNames: (system: SystemDeclaration) => TableNames;
}

/**
 * The SDK takes longer to load than the rest of the console, so the first question loads it. Its clients for files,
 * queues and alarms are loaded by the first question to those.
 */
export async function loadSdk(): Promise<(place: AwsPlace, names: Names) => OpenedPlace> {
  const [{ dynamoDbClient }, { openReader }, { openExecutions }] = await Promise.all([
    import('./dynamodb/dynamodb-client.ts'),
    import('./dynamodb/run-access-pattern.ts'),
    import('./open-executions.ts'),
  ]);
  return (place, names) => {
    const client = dynamoDbClient(place);
    return {
      newReader: () => openReader({ ...names, ...machineParts(), client, cursorKey: randomBytes(32) }),
      newExecutions: () => openExecutions(place),
      ...lateDoors(['files'], async () => ({
        files: (await import('./document-files.ts')).openDocumentFiles(place),
      })),
      ...lateDoors(['queues', 'alarms'], async () =>
        (await import('./open-queue-alarms.ts')).openQueuesAndAlarms(place),
      ),
      ...lateDoors(['bill'], async () => ({ bill: (await import('./bill.ts')).openBill(place) })),
      ...lateDoors(['tables'], async () => ({
        tables: (await import('./check/describe-table.ts')).openTables(place, machineParts()),
      })),
    };
  };
}
