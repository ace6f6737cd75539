import type { ChartGroup } from '#shared/contract/monitor/charts.ts';

/** At once, wherever the page was scrolled to; its head has the focus then. */
export function showGroup(group: ChartGroup): void {
  const section = document.querySelector<HTMLElement>(`[data-group="${group}"]`);
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
}
