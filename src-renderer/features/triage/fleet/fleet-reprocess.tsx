import { batchKey } from '#renderer/contract/changes-provider.tsx';
import { usePlanning } from '#renderer/contract/planning.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { Button } from '#renderer/ui/button.tsx';
import { useSelectionBeyond, type SelectionBeyond } from '#renderer/ui/data-table/use-selection-beyond.ts';
import type { FleetBatch } from '#shared/contract/fleet.ts';
import { otherCauses } from '#shared/domain/attention.ts';
import { mostBatchesChosen, mostLeftOut } from '#shared/domain/job-kinds/job-kind.ts';
import type { TargetOf } from '#shared/domain/job-kinds/targets.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { whyNotRerun } from '#shared/permissions.ts';
import type { TriageAddress } from '../address.ts';
import { messages } from '../messages.ts';

type Chosen = Pick<TriageAddress, 'of' | 'workflow' | 'cause' | 'olderThanMinutes'>;

/** The batches of all tenants that are selected: single ones, or all that match the filters. */
export interface SelectedBatches extends SelectionBeyond<FleetBatch> {
  readonly batches: readonly FleetBatch[];
}

/** A batch that left the list is selected no more. One that was left out stays left out when the list is read again. */
export function useSelectedBatches(rows: readonly FleetBatch[], chosen: Chosen): SelectedBatches {
  const { of, workflow, cause, olderThanMinutes } = chosen;
  const scope = JSON.stringify([of, workflow, cause, olderThanMinutes]);
  const selection = useSelectionBeyond(rows, { rowId: batchKey, scope, mostLeftOut });
  return { ...selection, batches: rows.filter((row) => selection.selected.has(batchKey(row))) };
}

/** "All 62 batches selected, 50 of them loaded, 2 left out", "All that match selected, at least 50" */
export function describeAllSelected(
  { batches, leftOut }: Pick<SelectedBatches, 'batches' | 'leftOut'>,
  /** How many match; undefined if that was not counted. */
  counted: number | undefined,
  isAll: boolean,
): string {
  const words = messages.fleet.reprocess;
  const count = isAll
    ? batches.length
    : counted === undefined
      ? undefined
      : Math.max(batches.length, counted - leftOut.length);
  return [
    count === undefined ? words.allMatching : words.all(count),
    ...(count === undefined ? [words.atLeast(grouped(batches.length))] : []),
    ...(isAll ? [] : [words.loaded(grouped(batches.length))]),
    ...(leftOut.length === 0 ? [] : [words.leftOut(grouped(leftOut.length))]),
  ].join(', ');
}

interface ReprocessSelectedProps {
  readonly selection: SelectedBatches;
  readonly chosen: Chosen;
}

/** Plans the failed documents of the selected batches; with a cause, only those that failed for it. */
export function ReprocessSelected({ selection, chosen }: ReprocessSelectedProps) {
  const planning = usePlanning();
  const { me } = usePersonHere();
  const { batches, except, leftOut } = selection;
  const { cause } = chosen;
  const tooMany =
    except === null && batches.length > mostBatchesChosen
      ? messages.fleet.reprocess.limit(grouped(mostBatchesChosen))
      : undefined;
  return (
    <Button
      size="sm"
      variant="primary"
      disabled={whyNotRerun(me) ?? tooMany ?? whyNotCause(cause) ?? false}
      onClick={() =>
        planning.plan(
          except === null
            ? {
                kind: 'reprocess-many',
                ...(cause !== null && { fingerprint: cause }),
                of: {
                  is: 'batches',
                  batches: batches.map(({ tenantId, projectId, batchId }) => ({
                    tenantId,
                    projectId,
                    batchId,
                  })),
                },
              }
            : matchingTarget(chosen, leftOut),
        )
      }
    >
      {except === null
        ? messages.fleet.reprocess.selected(batches.length)
        : messages.fleet.reprocess.selectedAll}
    </Button>
  );
}

/** All batches that match the filters of the list, also those that are not loaded here. */
function matchingTarget(
  { cause, of, workflow, olderThanMinutes }: Chosen,
  leftOut: readonly FleetBatch[],
): TargetOf<'reprocess-many'> {
  return {
    kind: 'reprocess-many',
    ...(cause !== null && { fingerprint: cause }),
    of: {
      is: 'matching',
      ...(of !== null && { tenantId: of }),
      ...(workflow !== null && { workflowId: workflow }),
      ...(olderThanMinutes !== null && { olderThanMinutes }),
      ...(leftOut.length > 0 && {
        except: leftOut.map(({ tenantId, batchId }) => ({ tenantId, batchId })),
      }),
    },
  };
}

/** Plans all documents of the cause that the list is filtered by, also those that are not loaded here. */
export function ReprocessCause({ chosen }: { readonly chosen: Chosen }) {
  const planning = usePlanning();
  const { me } = usePersonHere();
  const { cause } = chosen;
  if (cause === null) return null;
  return (
    <Button
      size="sm"
      disabled={whyNotRerun(me) ?? whyNotCause(cause) ?? false}
      onClick={() => planning.plan(matchingTarget(chosen, []))}
    >
      {messages.fleet.reprocess.cause}
    </Button>
  );
}

/** "Other causes" are several, so their documents are not planned together. */
export function whyNotCause(cause: string | null): string | undefined {
  return cause === otherCauses ? messages.fleet.reprocess.others : undefined;
}
