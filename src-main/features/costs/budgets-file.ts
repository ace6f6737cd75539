import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../home/home-folder.ts';
import { parseWith } from '../../home/lost-files.ts';
import type { Log } from '../../log/open-log.ts';

/** Tells what is set for a tenant or a workflow. */
export interface SetBudget {
  /** For every month without an amount of its own. */
  readonly usd: string | null;
  readonly months: Readonly<Record<string, string>>;
  /** Counts the changes; 0 before the first. */
  readonly version: number;
  readonly setBy: string | null;
}

interface BudgetPlace {
  readonly tenantId: string;
  /** '' for the tenant's own. */
  readonly workflow: string;
}

/** Keeps budgets on this machine where a deployment does not keep them. Colleagues do not see these. */
export interface BudgetsFile {
  /** Returns a tenant's budgets by workflow, of one connection. */
  of(connectionId: string): (tenantId: string) => ReadonlyMap<string, SetBudget>;
  /** Returns undefined if it has changed since this version. */
  put(
    connectionId: string,
    place: BudgetPlace,
    change: (before: SetBudget | undefined) => SetBudget | undefined,
  ): SetBudget | undefined;
}

const setSchema = z.strictObject({
  usd: z.string().nullable(),
  months: z.record(z.string(), z.string()),
  version: z.int(),
  setBy: z.string().nullable(),
});
const fileSchema = z.strictObject({
  budgets: z.array(
    z.strictObject({ connection: z.string(), tenantId: z.string(), workflow: z.string(), set: setSchema }),
  ),
});
export const parseBudgetsFile = parseWith(fileSchema);
type Stored = z.infer<typeof fileSchema>['budgets'][number];

const most = 2_000;

export function openBudgetsFile({ home, log }: { home: string; log: Pick<Log, 'warn'> }): BudgetsFile {
  const file = join(home, 'budgets.json');
  return {
    of: (connectionId) => {
      const all = read().filter(({ connection }) => connection === connectionId);
      return (tenantId) =>
        new Map(
          all.filter((one) => one.tenantId === tenantId).map(({ workflow, set }) => [workflow, set] as const),
        );
    },
    put(connectionId, { tenantId, workflow }, change) {
      const all = read();
      const isIt = (one: Stored): boolean =>
        one.connection === connectionId && one.tenantId === tenantId && one.workflow === workflow;
      const set = change(all.find(isIt)?.set);
      if (set === undefined) return undefined;
      const kept = {
        connection: connectionId,
        tenantId,
        workflow,
        set: { ...set, months: { ...set.months } },
      };
      const budgets = [...all.filter((one) => !isIt(one)), kept].slice(-most);
      replaceFile(file, `${JSON.stringify({ budgets }, null, 2)}\n`);
      return set;
    },
  };

  function read(): readonly Stored[] {
    if (!existsSync(file)) return [];
    try {
      return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).budgets;
    } catch (error) {
      log.warn({ err: error, file }, 'the budgets of this machine could not be read and were set aside');
      renameSync(file, `${file}.broken`);
      return [];
    }
  }
}
