import type { ReactNode } from 'react';
import type { Cause } from '#shared/contract/incidents.ts';
import type { RuleName, RuleWeight } from '#shared/contract/review-rules.ts';
import type { WorkflowKey } from '#shared/contract/workflows.ts';
import type { Failure } from '#shared/contract/result.ts';
import { incidentDays, type DeployGroup, type IncidentDays } from '#shared/domain/incident-rules.ts';
import { toFailureText } from '#renderer/contract/failure-text.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { FailureState, type FailureStateProps } from '#renderer/ui/states.tsx';
import type { GoIncidents, IncidentsAddress } from './address.ts';
import { messages } from './messages.ts';

export interface IncidentsPageProps {
  readonly address: IncidentsAddress;
  readonly go: GoIncidents;
  /** Opens Triage with the failed batches of a cause. */
  readonly onOpenBatches: (fingerprint: string) => void;
  readonly onOpenBatch: (tenantId: string, batchId: string, documentId?: string) => void;
  /** Opens the editor of a workflow, with a value filled in that is not saved. */
  readonly onOpenWorkflow: (
    workflow: WorkflowKey,
    draft?: { review?: number; proposed?: { rule: RuleName; weight: RuleWeight } },
  ) => void;
  /** Leaves the corrections of a workflow, to where they were opened. */
  readonly onLeaveCorrections: () => void;
  /** Switches to another persona of the sandbox. */
  readonly onActAs?: ((personaId: string) => void) | undefined;
}

export interface IncidentsParts extends IncidentsPageProps {
  readonly person: PersonHere;
  readonly foot: ReactNode;
  readonly readAgain: () => void;
}

/** A cause as a row of the list. */
export interface CauseRow {
  readonly cause: Cause;
  /** The group says what became of it since the deploy; null when no deploy is set. */
  readonly group: DeployGroup | null;
}

interface PeriodProps {
  readonly days: IncidentDays;
  readonly go: GoIncidents;
}

export function Period({ days, go }: PeriodProps) {
  return (
    <Segmented
      label={messages.page.period}
      size="sm"
      value={String(days)}
      options={incidentDays.map((count) => ({ value: String(count), label: messages.page.periods[count] }))}
      onChange={(next) => {
        const chosen = incidentDays.find((count) => String(count) === next);
        if (chosen !== undefined) go({ days: chosen });
      }}
    />
  );
}

interface IncidentsFailureProps extends Omit<FailureStateProps, 'told'> {
  readonly failure: Failure;
  readonly title: string;
  /** The next step for a person who does not see the tenant. */
  readonly outOfScope?: string | undefined;
}

/** Says why a part of the page is missing. */
export function IncidentsFailure({
  failure,
  title,
  outOfScope = messages.page.outOfScope,
  ...rest
}: IncidentsFailureProps) {
  return (
    <FailureState
      told={toFailureText(failure, {
        title,
        titles: { 'not-found': messages.cause.notFound },
        nexts: { 'not-found': messages.cause.notFoundNext },
        outOfScope,
      })}
      {...rest}
    />
  );
}
