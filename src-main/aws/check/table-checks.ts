import { DescribeTableCommand, type TableDescription } from '@aws-sdk/client-dynamodb';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { isResourceName, tableArn } from '#shared/catalogue/iam/arns.ts';
import { roleReads } from '#shared/catalogue/iam/grants.ts';
import type { TableNames } from '../table-names.ts';
import type { Asked } from './asking.ts';
import type { CheckScope } from './check-scope.ts';
import { compareTable } from './compare-table.ts';
import { compared, notWorking, type PlannedCheck, type Telling } from './planned-check.ts';
import { namedQuestions, neededReads, questionsOf } from './questions-on.ts';
import { readCheck } from './read-check.ts';

/** How a table is made, and whether it may be read: one call for the one, one of each kind for the other. */
export function tableChecks(
  system: SystemDeclaration,
  names: TableNames,
  scope: CheckScope,
): readonly PlannedCheck[] {
  return Object.keys(system.tables).flatMap((tableKey) => checksOfTable(system, tableKey, names, scope));
}

function checksOfTable(
  system: SystemDeclaration,
  tableKey: string,
  names: TableNames,
  scope: CheckScope,
): readonly PlannedCheck[] {
  const declared = system.tables[tableKey];
  const name = names[tableKey] ?? null;
  if (declared === undefined) return [];
  const id = `tables:${system.id}.${tableKey}`;
  const plain = { id, area: 'tables', action: 'dynamodb:DescribeTable', resource: null } as const;
  if (name === null || !isResourceName(name)) {
    const not =
      name === null
        ? 'The connection neither names this table nor has a stage to call it by, so nothing of it is shown.'
        : `"${name}" cannot be the name of a table, so nothing was asked.`;
    return [{ ...plain, title: `Table "${tableKey}" of ${system.name}`, run: { not } }];
  }
  const title = `Table ${name}`;
  const resource = tableArn(scope.place, name);
  const questions = questionsOf(system, scope.role);
  const reads = neededReads(system, scope.role, scope.tenant).filter((read) => read.tableKey === tableKey);
  const isOfNobody = scope.tenant !== null && system.tenant === undefined;
  if (reads.length === 0 || isOfNobody)
    return [{ ...plain, title, resource, run: { not: notOfRole(system, scope) } }];

  let described: Promise<Asked<TableDescription>> | undefined;
  const asks = [...new Set(reads.flatMap((read) => read.asks))];
  const telling: Telling = {
    action: 'dynamodb:DescribeTable',
    place: `the table ${name}`,
    works: `It is as the catalogue declares it, with ${indexesOf(declared.indexes)}.`,
    without: 'Its shape cannot be compared with the catalogue; whether it may be read is checked by itself.',
    lack: 'Its shape cannot be compared with the catalogue; whether it may be read is checked by itself.',
    missing: `There is no table ${name} in this region and account. ${asks.length === 1 ? 'This question has' : `${asks.length} questions have`} no answer: ${namedQuestions(asks)}.`,
  };
  const shape: PlannedCheck = {
    ...plain,
    title,
    resource,
    async run(ask) {
      described = ask('DynamoDB', async (abortSignal) => {
        const command = new DescribeTableCommand({ TableName: name });
        const { Table = {} } = await scope.clients.dynamodb.send(command, { abortSignal });
        return Table;
      });
      const asked = await described;
      if (!asked.ok) {
        const { state } = asked.refusal;
        return notWorking(
          asked,
          state === 'missing' ? { ...telling, without: 'Compare region, account and names.' } : telling,
        );
      }
      const differences = compareTable({ system, tableKey, declared, found: asked.value, questions });
      return compared(telling.works, differences);
    },
  };
  // Whoever plans asks for the shape first: what is not there need not be read.
  const shapeOf = async () => described;
  return [
    shape,
    ...reads.map((read) => readCheck(read, { id, name, arn: resource, system, declared, scope, shapeOf })),
  ];
}

function notOfRole(system: SystemDeclaration, { role, tenant }: CheckScope): string {
  if (tenant !== null && system.tenant === undefined) {
    return 'Nothing was asked: nothing in its keys says whose data it is, and you see one tenant.';
  }
  const why = roleReads[role].without?.[system.id];
  return why === undefined
    ? `The work of the role ${role} reads nothing of it, so nothing was asked.`
    : `Nothing was asked: ${why}.`;
}

function indexesOf(indexes: Readonly<Record<string, unknown>> = {}): string {
  const count = Object.keys(indexes).length;
  if (count === 0) return 'no index';
  return count === 1 ? 'its index' : `its ${count} indexes`;
}
