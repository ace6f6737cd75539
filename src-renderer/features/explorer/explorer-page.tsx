import { useQuery } from '@tanstack/react-query';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';
import { CatalogueFileNote } from './catalogue-file-note.tsx';
import type { ExplorerAddress, Go } from './explorer-address.ts';
import { ExplorerDesk, type ExplorerDeskProps } from './explorer-desk.tsx';
import { ExplorerFoot } from './explorer-foot.tsx';
import styles from './explorer-page.module.css';

export interface ExplorerPageProps extends Pick<ExplorerDeskProps, 'renderCosts'> {
  readonly address: ExplorerAddress;
  readonly go: Go;
}

/** Every question that the tables can answer without a scan, and what they answered. */
export function ExplorerPage({ address, go, renderCosts }: ExplorerPageProps) {
  const catalogue = useQuery(operationOptions('catalogue.read', {}));
  if (catalogue.data === undefined) {
    return (
      <View head={<ViewHead title="Explorer" />}>
        {catalogue.error === null ? (
          <SkeletonRows rows={8} label="Reading the catalogue" />
        ) : (
          <ErrorState
            title="The catalogue could not be read"
            happened={failureOf(catalogue.error).message}
            notDone="No system is shown, and nothing was read from a table."
            next="Try again."
            reference={failureOf(catalogue.error).reference}
            onRetry={() => void catalogue.refetch()}
            retrying={catalogue.isFetching}
          />
        )}
      </View>
    );
  }

  const { systems, file } = catalogue.data.value;
  const [first, ...others] = systems;
  const note = file === null || file.problems.length === 0 ? null : <CatalogueFileNote file={file} />;
  if (first === undefined) {
    return (
      <View head={<ViewHead title="Explorer" />}>
        {note}
        <EmptyState title="This connection shows no system">
          Name a system's tables in connections.json, or start Sluice with --catalogue and a file.
        </EmptyState>
      </View>
    );
  }
  return (
    <View foot={<ExplorerFoot systems={systems} />}>
      <div className={styles.page}>
        {note}
        <div className={styles.desk}>
          <ExplorerDesk systems={[first, ...others]} address={address} go={go} renderCosts={renderCosts} />
        </div>
      </div>
    </View>
  );
}
