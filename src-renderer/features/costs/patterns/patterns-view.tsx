import { useQuery } from '@tanstack/react-query';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';
import { ViewFrame } from '#renderer/ui/view-frame/view-frame.tsx';
import type { CostsAddress, GoCosts } from '../costs-address.ts';
import { CostChooser } from './cost-chooser.tsx';
import { SystemChoice } from './system-choice.tsx';
import { SystemCostParts } from './system-cost-parts.tsx';
import { requestPrices } from './request-prices.ts';
import { useSystemCosts } from './use-system-costs.ts';

export interface PatternsViewProps {
  readonly address: CostsAddress;
  readonly go: GoCosts;
}

/** What the questions and writes of every system of the catalogue cost, one system at a time. */
export function PatternsView({ address, go }: PatternsViewProps) {
  const catalogue = useQuery(operationOptions('catalogue.read', {}));
  if (catalogue.data === undefined) {
    return catalogue.error === null ? (
      <SkeletonRows rows={8} label="Reading the catalogue" />
    ) : (
      <ErrorState
        title="The catalogue could not be read"
        happened={failureOf(catalogue.error).message}
        notDone="No system is shown, and nothing was estimated."
        next="Try again."
        reference={failureOf(catalogue.error).reference}
        onRetry={() => void catalogue.refetch()}
        retrying={catalogue.isFetching}
      />
    );
  }
  const { systems } = catalogue.data.value;
  const system = systems.find(({ declaration }) => declaration.id === address.system) ?? systems[0];
  if (system === undefined) {
    return (
      <EmptyState title="This connection shows no system">
        Name a system's tables in connections.json, or start Sluice with --catalogue and a file.
      </EmptyState>
    );
  }
  return (
    <SystemPatterns
      systems={systems}
      system={system}
      onSystem={(id) => go({ system: id === systems[0]?.declaration.id ? null : id }, 'replace')}
    />
  );
}

interface SystemPatternsProps {
  readonly systems: readonly OpenSystem[];
  readonly system: OpenSystem;
  readonly onSystem: (id: string) => void;
}

function SystemPatterns({ systems, system, onSystem }: SystemPatternsProps) {
  const costs = useSystemCosts(system, 'dearest');
  return (
    <ViewFrame
      low
      title="DynamoDB access patterns"
      sub={requestPrices(costs.books.book)}
      actions={
        <>
          <SystemChoice systems={systems} system={system} onSystem={onSystem} />
          <CostChooser asked={costs.asked} handle={costs.handle} />
        </>
      }
    >
      <SystemCostParts costs={costs} />
    </ViewFrame>
  );
}
