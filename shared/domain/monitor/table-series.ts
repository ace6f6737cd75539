import { downloadTables } from '../../catalogue/systems/downloads/tables.ts';
import { extractionTables } from '../../catalogue/systems/extraction/tables.ts';
import type { Line } from './chart-series.ts';
import type { ChartId } from './charts-of-group.ts';
import { ofTable } from './metric-names.ts';
import type { WatchedNames } from './watched-names.ts';

/** Throttles and consumed units of each table and of each of its indexes: CloudWatch counts them apart. */
export function tableLines({ extraction, downloads }: WatchedNames): readonly Line[] {
  return [
    ...linesOfTable(
      { name: extraction.table, label: 'Table', indexes: Object.keys(extractionTables.main.indexes) },
      {
        writes: 'writes',
        reads: 'reads',
        writeThrottles: 'write-throttles',
        readThrottles: 'read-throttles',
      },
    ),
    ...linesOfTable(
      { name: downloads.jobsTable, label: 'Files', indexes: Object.keys(downloadTables.jobs.indexes) },
      chartsOfDownloads,
    ),
    ...linesOfTable(
      {
        name: downloads.batchesTable,
        label: 'Batches',
        indexes: Object.keys(downloadTables.batches.indexes),
      },
      chartsOfDownloads,
    ),
  ];
}

type TableCharts = Readonly<Record<'writes' | 'reads' | 'writeThrottles' | 'readThrottles', ChartId>>;

const chartsOfDownloads: TableCharts = {
  writes: 'download-writes',
  reads: 'download-reads',
  writeThrottles: 'download-write-throttles',
  readThrottles: 'download-read-throttles',
};

interface Table {
  readonly name: string;
  readonly label: string;
  readonly indexes: readonly string[];
}

function linesOfTable({ name, label, indexes }: Table, charts: TableCharts): Line[] {
  return [null, ...indexes].flatMap((index): Line[] => {
    const line = (chart: ChartId, metric: string): Line => ({
      chart,
      label: index ?? label,
      metric: ofTable(metric, name, index),
      statistic: 'Sum',
    });
    return [
      line(charts.writeThrottles, 'WriteThrottleEvents'),
      line(charts.readThrottles, 'ReadThrottleEvents'),
      { ...line(charts.writes, 'ConsumedWriteCapacityUnits'), per: 'second' },
      { ...line(charts.reads, 'ConsumedReadCapacityUnits'), per: 'second' },
    ];
  });
}
