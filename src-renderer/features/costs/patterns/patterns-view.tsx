import { useQuery } from '@tanstack/react-query';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/states.tsx';
import { ViewFrame } from '#renderer/ui/view-frame.tsx';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import type { CostsAddress, GoCosts } from '../address.ts';
import { SystemCostParts } from './cost-parts.tsx';
import { CostChooser } from './costs-view.tsx';
import styles from './patterns.module.css';
import { formatRequestPrices, useSystemCosts } from './use-system-costs.ts';
import { messages } from '../messages.ts';

interface PatternsViewProps {
  readonly address: CostsAddress;
  readonly go: GoCosts;
}

/** Shows the cost of access patterns for every system of the catalogue, one system at a time. */
export function PatternsView({ address, go }: PatternsViewProps) {
  const catalogue = useQuery(operationOptions('catalogue.read', {}));
  if (catalogue.data === undefined) {
    return catalogue.error === null ? (
      <SkeletonRows rows={8} label={messages.patterns.reading} />
    ) : (
      <ErrorState
        title={messages.patterns.notRead}
        happened={toFailure(catalogue.error).message}
        notDone={messages.patterns.notDone}
        next={messages.patterns.tryAgain}
        reference={toFailure(catalogue.error).reference}
        onRetry={() => void catalogue.refetch()}
        retrying={catalogue.isFetching}
      />
    );
  }
  const { systems } = catalogue.data.value;
  const system = systems.find(({ declaration }) => declaration.id === address.system) ?? systems[0];
  if (system === undefined) {
    return <EmptyState title={messages.patterns.noSystem}>{messages.patterns.noSystemNext}</EmptyState>;
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
      title={messages.patterns.title}
      sub={formatRequestPrices(costs.books.book)}
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

interface SystemChoiceProps {
  readonly systems: readonly OpenSystem[];
  readonly system: OpenSystem;
  readonly onSystem: (id: string) => void;
}

/** Shows all systems at once while they fit. A catalogue file may add more than that. */
function SystemChoice({ systems, system, onSystem }: SystemChoiceProps) {
  const options = systems.map(({ declaration: { id, name } }) => ({ value: id, label: name }));
  const { id } = system.declaration;
  return options.length <= mostInSight ? (
    <Segmented label="System" size="sm" value={id} onChange={onSystem} options={options} />
  ) : (
    <Select
      label="System"
      labelHidden
      size="sm"
      className={styles.system}
      value={id}
      onChange={onSystem}
      options={options}
    />
  );
}

const mostInSight = 5;
