import type { CapacityComparison } from '#shared/pricing/capacity-comparison.ts';
import { daysPerMonth } from '#shared/pricing/cost-table.ts';
import type { CostTable } from '#shared/pricing/cost-table.ts';
import { Figure, FigureStrip } from '#renderer/ui/figure/figure.tsx';
import { tileMoney } from '../book/tile-money.ts';
import { largeText } from './cost-words.ts';
import { grouped } from '#shared/domain/grouped-number.ts';

export interface CostFiguresProps {
  readonly table: CostTable;
  readonly comparison: CapacityComparison | null;
}

export function CostFigures({ table, comparison }: CostFiguresProps) {
  return (
    <FigureStrip label="Costs together">
      <Figure
        label="A day, on demand"
        value={tileMoney(table.usdPerDay)}
        sub={`${grouped(table.callsPerDay)} calls`}
      />
      <Figure
        label="A month, on demand"
        value={tileMoney(table.usdPerMonth)}
        sub={`${String(daysPerMonth)} such days`}
      />
      <Figure
        label="A month, provisioned"
        value={comparison === null ? '–' : tileMoney(comparison.provisionedUsdPerMonth)}
        sub={
          comparison === null
            ? 'not compared'
            : `${grouped(comparison.read.provisioned)} read, ${grouped(comparison.write.provisioned)} write units kept`
        }
      />
      <Figure
        label="Cheaper"
        value={comparison === null ? '–' : cheaper[comparison.cheaper]}
        sub={comparison === null ? 'not compared' : crossover(comparison.crossoverRequestsPerMonth)}
      />
    </FigureStrip>
  );
}

const cheaper = { 'on-demand': 'On demand', provisioned: 'Provisioned', equal: 'Equal' } as const;

function crossover(requests: number | null): string {
  return requests === null ? 'at any number of requests' : `crossover about ${largeText(requests)} a month`;
}
