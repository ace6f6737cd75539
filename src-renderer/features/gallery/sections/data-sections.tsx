import type { GallerySection } from '../gallery-section.ts';
import { BigTable } from './data-big-table-section.tsx';
import {
  FiguresExample,
  LinesExample,
  LoadingChartExample,
  StackedBarsExample,
} from './data-figure-sections.tsx';
import { EstimatedBarsExample } from './data-estimated-section.tsx';
import { TableExample, TableStates } from './data-table-section.tsx';
import { JsonExample, KeyValueExample, PanesExample, ReceiptsExample } from './data-view-sections.tsx';

export const dataSections: readonly GallerySection[] = [
  {
    id: 'data-table',
    title: 'Table',
    note: 'J, K, X, Shift+X, /, C, Enter',
    span: 'all',
    Section: TableExample,
  },
  {
    id: 'table-states',
    title: 'Table states',
    note: 'loading, empty, failed',
    span: 'all',
    Section: TableStates,
  },
  { id: 'big-table', title: 'Big table', note: '10,000 rows when asked for', span: 'all', Section: BigTable },
  { id: 'figures', title: 'Figures', note: 'a gap is not a zero', span: 'all', Section: FiguresExample },
  {
    id: 'stacked-bars',
    title: 'Stacked bars',
    note: 'failed is hatched',
    span: 2,
    Section: StackedBarsExample,
  },
  {
    id: 'estimated-bars',
    title: 'Estimated bars',
    note: 'nobody measured what is striped',
    span: 2,
    Section: EstimatedBarsExample,
  },
  { id: 'lines', title: 'Lines', note: 'missing data is a gap', span: 2, Section: LinesExample },
  { id: 'chart-loading', title: 'Chart, loading', note: 'keeps its room', Section: LoadingChartExample },
  { id: 'panes', title: 'View and panes', note: 'hairlines to drag', span: 'all', Section: PanesExample },
  { id: 'receipts', title: 'Receipts', note: 'what a view cost to read', span: 2, Section: ReceiptsExample },
  {
    id: 'key-values',
    title: 'Key-value list',
    note: 'reveal is per field',
    span: 2,
    Section: KeyValueExample,
  },
  { id: 'json', title: 'JSON view', note: 'key parts, masks, exact numbers', span: 2, Section: JsonExample },
];
