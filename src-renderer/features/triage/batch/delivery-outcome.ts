import type { Delivery } from '#shared/contract/triage/batches.ts';

export interface DeliveryOutcome {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'plain';
}

/** "delivered, HTTP 200, 2 attempts" */
export function deliveryOutcome({
  outcome,
  status,
  attempts,
}: Pick<Delivery, 'outcome' | 'status' | 'attempts'>): DeliveryOutcome {
  const parts: string[] = [outcome ?? 'outcome not recorded'];
  if (status !== null) parts.push(`HTTP ${String(status)}`);
  if (attempts !== null) parts.push(attempts === 1 ? '1 attempt' : `${String(attempts)} attempts`);
  const tone = outcome === 'delivered' ? 'good' : outcome === null ? 'plain' : 'bad';
  return { text: parts.join(', '), tone };
}
