import { fewestJudged, fewestWrong, leastAuroc, type Trust } from '#shared/domain/thresholds/trust.ts';

export interface TrustWords {
  readonly title: string;
  readonly text: string;
}

/** Whether the score means anything here, with the figures that say so. */
export function trustWords({ verdict, auroc, judged, wrong, covered }: Trust): TrustWords {
  const seen = `${judged.toLocaleString('en')} documents that people looked at, ${wrong.toLocaleString('en')} of them wrong`;
  const least = `${percent(leastAuroc)}\u00A0%`;
  if (verdict === 'too few') {
    return {
      title: 'Not known yet.',
      text: `There are ${seen}; it takes ${String(fewestJudged)}, and ${String(fewestWrong)} wrong ones. Until then no advice is given.`,
    };
  }
  const share = `${percent(auroc ?? 0)}\u00A0%`;
  if (verdict === 'does not rank') {
    return {
      title: 'No.',
      text: `It ranks right above wrong in ${share} of pairs, and a coin in 50\u00A0%: ${seen}. Under ${least} no advice is given, and no errors are estimated.`,
    };
  }
  const rest =
    covered > 0.995
      ? ''
      : ` Nobody has looked at scores like those of ${percent(1 - covered)}\u00A0% of the sample.`;
  return {
    title: 'Yes.',
    text: `It ranks right above wrong in ${share} of pairs: ${seen}. Under ${least} no advice is given.${rest}`,
  };
}

function percent(share: number): string {
  return (share * 100).toFixed(share > 0 && share < 0.01 ? 1 : 0);
}
