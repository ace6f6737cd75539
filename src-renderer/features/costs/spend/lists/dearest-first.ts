import type { TableSort } from '#renderer/ui/data-table/data-column.ts';

export const dearestFirst: TableSort = { column: 'spend', direction: 'desc' };
