import type { Costs } from '#shared/contract/costs/costs.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import type { CostsAddress, GoCosts } from '../costs-address.ts';
import { StageBars } from './stage-bars.tsx';
import type { StageBar } from './stage-bars.tsx';
import type { Spending } from './sums/groups.ts';

export interface WhoSpentProps {
  readonly spending: Spending;
  readonly costs: Costs;
  readonly address: CostsAddress;
  readonly go: GoCosts;
}

/** Tenants against each other, and of one tenant its workflows; a bar narrows the page to what it stands for. */
export function WhoSpent({ spending, costs, address, go }: WhoSpentProps) {
  const { tenant } = address;
  if (tenant === null) {
    return (
      <StageBars
        head={{ title: 'Which tenant spent it?' }}
        bars={spending.tenants.map((one) => ({
          id: one.tenantId,
          name: one.name,
          spend: one.spend,
          onOpen: () => go({ tenant: one.tenantId, workflow: null }),
        }))}
      />
    );
  }
  const name = costs.tenants.find(({ tenantId }) => tenantId === tenant)?.name ?? tenant;
  return (
    <StageBars
      head={{
        title: 'Which workflow spent it?',
        hint: name,
        actions: (
          <Button
            size="sm"
            variant="ghost"
            icon="close"
            aria-label={`All tenants, not ${name} alone`}
            onClick={() => go({ tenant: null, workflow: null })}
          >
            All tenants
          </Button>
        ),
      }}
      bars={spending.workflows.map((one): StageBar => {
        const { key, name: title, spend, projectId, workflowId } = one;
        return {
          id: key,
          name: title,
          spend,
          onOpen:
            workflowId === null
              ? undefined
              : () => go({ list: 'batches', workflow: `${projectId}/${workflowId}`, day: null }),
        };
      })}
    />
  );
}
