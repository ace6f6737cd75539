import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationName, OutputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import type { ConnectionSummary } from '#shared/contract/session.ts';
import { openAuditLog } from '#main/audit/audit-log.ts';
import type { StoredItem } from '#main/aws/dynamodb/reading.ts';
import { tableNames } from '#main/aws/table-names.ts';
import {
  openExplorer,
  type Explorer,
  type ExplorerParts,
} from '#main/features/explorer/explorer-handlers.ts';
import { aConnection } from '#test/builders/a-connection.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import type { GateUnderTest } from '#test/builders/a-gate.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aReader } from '#test/builders/a-reader.ts';
import type { ReaderUnderTest } from '#test/builders/a-reader.ts';
import { aConnectionSummary } from '#test/builders/a-session.ts';
import { clinic } from './clinic.ts';

export interface ExplorerUnderTest extends ReaderUnderTest, Pick<GateUnderTest, 'receipts' | 'logged'> {
  readonly home: string;
  readonly auditedIds: Explorer['auditedIds'];
  /** Calls through the real gate, as a page does. */
  call<N extends OperationName>(name: N, input: unknown): Promise<Result<OutputOf<N>>>;
  /** Returns the entries of the audit trail. */
  audited(): readonly Record<string, unknown>[];
  /** Switches the console to another connection. */
  switchTo(connection: Partial<ConnectionSummary>): void;
}

export const threeInTheAfternoon = Date.UTC(2026, 10, 20, 15, 0);

/**
 * Opens the Explorer of the clinic over a made-up table, on a connection to AWS at three in the afternoon.
 */
export function anExplorer(
  pages: StoredItem[][] = [],
  change: Partial<ExplorerParts> = {},
): ExplorerUnderTest {
  const read = aReader(pages);
  const home = aHome();
  const logged: GateUnderTest['logged'] = [];
  const log = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, fields: { ...fields }, message });
  let connection = aConnectionSummary({
    id: 'staging',
    kind: 'aws',
    region: 'eu-west-1',
    accountId: '111122223333',
  });
  let random = 0;
  const explorer = openExplorer({
    home,
    systems: [clinic],
    file: null,
    prepare() {},
    reader: () => read.reader,
    tableNames: (system) => tableNames(system, aConnection()),
    connection: () => connection,
    who: () => 'support',
    log: { info: log('info'), warn: log('warn'), error: log('error'), fatal: log('fatal') },
    now: () => threeInTheAfternoon,
    randomBytes: (size) => new Uint8Array(size).fill((random += 1)),
    ...change,
  });
  const audit = openAuditLog({
    home,
    now: () => threeInTheAfternoon,
    who: () => ({ connection: connection.id, person: 'support' }),
    idsOf: explorer.auditedIds,
  });
  const { gate, receipts } = aGate({ handlers: explorer.handlers, audit });
  return {
    ...read,
    home,
    receipts,
    logged,
    auditedIds: explorer.auditedIds,
    call: async (name, input) =>
      (await gate.call(trusted, { operation: name, input })) as Result<OutputOf<typeof name>>,
    audited: () => {
      const [file = ''] = readdirSync(join(home, 'audit'));
      const lines = readFileSync(join(home, 'audit', file), 'utf8')
        .trim()
        .split('\n');
      const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      return entries.filter(({ kind }) => kind !== 'opened');
    },
    switchTo: (other) => void (connection = { ...connection, ...other }),
  };
}

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`It was refused: ${result.failure.message}`);
  return result.value;
}
