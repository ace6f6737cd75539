import type { OpenSystem } from '#shared/contract/explorer.ts';
import { ViewFrame } from '#renderer/ui/view-frame/view-frame.tsx';
import { PriceBookChoice } from '../book/price-book-choice.tsx';
import { CostChooser } from './cost-chooser.tsx';
import { SystemCostParts } from './system-cost-parts.tsx';
import { useSystemCosts } from './use-system-costs.ts';

/** What a day of one system costs, as a view of it: the Explorer shows it beside its questions. */
export function CostsView({ system }: { readonly system: OpenSystem }) {
  const costs = useSystemCosts(system);
  return (
    <ViewFrame
      title="Costs"
      sub={`estimated for ${costs.system.name}`}
      actions={
        <>
          <CostChooser asked={costs.asked} handle={costs.handle} />
          <PriceBookChoice />
        </>
      }
    >
      <SystemCostParts costs={costs} />
    </ViewFrame>
  );
}
