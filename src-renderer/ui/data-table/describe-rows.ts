import { grouped } from '#shared/domain/formatting.ts';
import type { SelectionCount } from './selection.ts';

export function describeCount(count: number): string {
  return grouped(count);
}

/** "12 shown of the 400 loaded": a filter here never speaks for rows that were not read. */
export function describeFilter(shown: number, loaded: number): string {
  return `${describeCount(shown)} shown of the ${describeCount(loaded)} loaded`;
}

/** "3 of the 400 loaded selected, 1 hidden by the filter": exactly what an action would reach. */
export function describeSelection(count: SelectionCount, loaded: number): string {
  const parts = [`${describeCount(count.loaded)} of the ${describeCount(loaded)} loaded selected`];
  if (count.hidden > 0) parts.push(`${describeCount(count.hidden)} hidden by the filter`);
  if (count.notLoaded > 0) parts.push(`${describeCount(count.notLoaded)} more not loaded`);
  return parts.join(', ');
}
