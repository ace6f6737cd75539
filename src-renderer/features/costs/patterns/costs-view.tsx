import { Segmented } from '#renderer/ui/segmented.tsx';
import { ViewFrame } from '#renderer/ui/view-frame.tsx';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import { PriceBookChoice } from '../book/use-price-book.tsx';
import type { CostChoicesHandle } from './cost-choices.ts';
import { SystemCostParts } from './cost-parts.tsx';
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

interface CostChooserProps {
  readonly handle: CostChoicesHandle;
  /** Questions of this system that were asked in this session. */
  readonly asked: number;
}

/** With whose units, and for how many times as much. */
export function CostChooser({ asked, handle: { choices, choose } }: CostChooserProps) {
  return (
    <>
      {asked === 0 ? null : (
        <Segmented
          label="Units a call"
          size="sm"
          value={choices.units}
          onChange={(units) => choose({ units })}
          options={[
            { value: 'declared', label: 'Declared' },
            { value: 'measured', label: `Measured ${asked}` },
          ]}
        />
      )}
      <Segmented
        label="Scale"
        size="sm"
        value={choices.scale}
        onChange={(scale) => choose({ scale })}
        options={scales}
      />
    </>
  );
}

const scales = [
  { value: '1', label: '1×' },
  { value: '10', label: '10×' },
] as const;
