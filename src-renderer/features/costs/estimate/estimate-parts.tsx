import { moneyText } from '#shared/pricing/money-text.ts';
import plain from '#renderer/ui/plain-table/plain-table.module.css';
import { PricedCell } from '../share/priced-cell.tsx';
import { ShareBar } from '../share/share-bar.tsx';
import share from '../share/share-bar.module.css';
import type { PlanEstimate } from './estimate-of.ts';
import { forWords, partTitles } from './plan-words.ts';
import type { TypedPlan } from './read-plan.ts';

export interface EstimatePartsProps {
  readonly plan: TypedPlan;
  readonly estimate: PlanEstimate;
}

export function EstimateParts({ plan, estimate }: EstimatePartsProps) {
  const { parts, total, isWhole } = estimate;
  const largest = Math.max(...parts.map(({ usd }) => Number(usd ?? 0)));
  const money = { places: Number(total) < 10 ? 4 : 2, tiny: 'sign' } as const;
  return (
    <table className={plain.table} aria-label="Cost by part">
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">For</th>
          <th scope="col" className={plain.end}>
            Cost
          </th>
          <th scope="col" className={share.share}>
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ part, usd }) => (
          <tr key={part}>
            <th scope="row">{partTitles[part]}</th>
            <td className={plain.quiet}>{forWords(part, plan, estimate)}</td>
            <PricedCell usd={usd} style={money} />
            <ShareBar usd={usd} largest={largest} total={Number(total)} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Together
          </th>
          <td className={plain.end} title={`$${total}`}>
            {isWhole ? '' : 'at least '}
            {moneyText(total, money)}
          </td>
          <td className={share.share} aria-hidden />
        </tr>
      </tfoot>
    </table>
  );
}
