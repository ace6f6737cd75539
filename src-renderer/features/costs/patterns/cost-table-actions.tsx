import { Button } from '#renderer/ui/button/button.tsx';
import { CsvButton } from '../csv/csv-button.tsx';
import { costTableCsv } from './cost-table-csv.ts';
import type { SystemCosts } from './use-system-costs.ts';

export function CostTableActions({ costs }: { readonly costs: SystemCosts }) {
  const { system, table, typed, handle } = costs;
  return (
    <>
      {(typed?.size ?? 0) === 0 ? null : (
        <Button size="sm" variant="ghost" icon="undo" onClick={() => handle.resetCalls(system.id)}>
          Take all back
        </Button>
      )}
      <CsvButton name={`sluice-access-patterns-${system.id}`} csv={() => costTableCsv(system, table)} />
    </>
  );
}
