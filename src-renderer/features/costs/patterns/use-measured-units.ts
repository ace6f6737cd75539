import { useWatch } from '#renderer/contract/use-watch.ts';
import { measuredUnits } from './measured-units.ts';
import type { MeasuredUnits } from './measured-units.ts';

export function useMeasuredUnits(system: string): MeasuredUnits {
  const { value: spend } = useWatch('spend.watch', {});
  return measuredUnits(spend?.byPattern ?? [], system);
}
