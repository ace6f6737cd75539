import type { Asked } from './known-costs.ts';

const aDay = 86_400_000;

/** Today and those before it, by UTC. */
export function costDays(now: number, days: Asked['days']): { readonly from: string; readonly to: string } {
  return { from: dayOf(now - (days - 1) * aDay), to: dayOf(now) };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
