import type { CostChoices } from './cost-choices.ts';
import { peakBounds, readFigure, utilisationBounds } from './read-figure.ts';

export type Assumptions =
  | { readonly ok: true; readonly value: { readonly peakToMean: number; readonly utilisation: number } }
  | {
      readonly ok: false;
      readonly peakProblem: string | undefined;
      readonly utilisationProblem: string | undefined;
    };

/** What provisioned capacity is sized by; utilisation is typed in percent. */
export function readAssumptions(choices: Pick<CostChoices, 'peakToMean' | 'utilisation'>): Assumptions {
  const peak = readFigure(choices.peakToMean, peakBounds);
  const utilisation = readFigure(choices.utilisation, utilisationBounds);
  if (peak.ok && utilisation.ok) {
    return { ok: true, value: { peakToMean: peak.value, utilisation: utilisation.value / 100 } };
  }
  return {
    ok: false,
    peakProblem: peak.ok ? undefined : peak.problem,
    utilisationProblem: utilisation.ok ? undefined : utilisation.problem,
  };
}
