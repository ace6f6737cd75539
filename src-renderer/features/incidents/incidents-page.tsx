import type { ReactNode } from 'react';
import type { Failure } from '#shared/contract/result.ts';
import type { IncidentDays } from '#shared/domain/incidents.ts';
import { incidentDays } from '#shared/domain/incidents.ts';
import { maySeeCauses } from '#shared/permissions.ts';
import { toFailureText } from '#renderer/contract/failure-text.ts';
import { isOfGroups, useReadAgain } from '#renderer/contract/use-operation.ts';
import { usePersonHere, type PersonHere } from '#renderer/contract/use-person-here.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { usePageFocusKept } from '#renderer/ui/focus.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import {
  FailureState,
  NoPermissionState,
  StateArt,
  StateCard,
  WorkAs,
  type FailureStateProps,
} from '#renderer/ui/states.tsx';
import { ReceiptsOfView, ViewReceipts } from '#renderer/ui/view-receipts.tsx';
import type { GoIncidents, IncidentsAddress } from './address.ts';
import { CauseList } from './cause-list.tsx';
import { CausePage } from './cause-page.tsx';
import { messages } from './messages.ts';

export interface IncidentsPageProps {
  readonly address: IncidentsAddress;
  readonly go: GoIncidents;
  /** Opens Triage with the failed batches of a cause. */
  readonly onOpenBatches: (fingerprint: string) => void;
  readonly onOpenBatch: (tenantId: string, batchId: string, documentId?: string) => void;
  /** Switches to another persona of the sandbox. */
  readonly onActAs?: ((personaId: string) => void) | undefined;
}

/** Shows which causes of failures are new, grow or are gone, and which customers they hit. */
export function IncidentsPage(props: IncidentsPageProps) {
  const person = usePersonHere(maySeeCauses);
  const { address } = props;
  usePageFocusKept();
  if (!maySeeCauses(person.me)) {
    return (
      <View head={<ViewHead title={messages.page.title} />}>
        <NoLook person={person} onActAs={props.onActAs} />
      </View>
    );
  }
  return (
    <ViewReceipts key={address.cause}>
      <Incidents {...props} person={person} />
    </ViewReceipts>
  );
}

export interface IncidentsParts extends IncidentsPageProps {
  readonly person: PersonHere;
  readonly foot: ReactNode;
  readonly readAgain: () => void;
}

function Incidents(props: Omit<IncidentsParts, 'foot' | 'readAgain'>) {
  const { readAgain, reading } = useReadAgain(isOfIncidents);
  const titleOf = useReceiptTitles();
  usePageKeys(pageKeys.incidents, { readAgain });
  const foot = <ReceiptsOfView titleOf={titleOf} onRefresh={readAgain} refreshing={reading} />;
  const { cause } = props.address;
  return cause === null ? (
    <CauseList {...props} foot={foot} readAgain={readAgain} />
  ) : (
    <CausePage {...props} foot={foot} readAgain={readAgain} fingerprint={cause} />
  );
}

const isOfIncidents = isOfGroups(new Set(['incidents', 'fleet']));

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
}

/** Says why a part of the page is missing. */
export function IncidentsFailure({ failure, title, ...rest }: IncidentsFailureProps) {
  return (
    <FailureState
      told={toFailureText(failure, {
        title,
        titles: { 'not-found': messages.cause.notFound },
        nexts: { 'not-found': messages.cause.notFoundNext },
        outOfScope: messages.page.outOfScope,
      })}
      {...rest}
    />
  );
}

interface NoLookProps {
  readonly person: PersonHere;
  readonly onActAs: ((personaId: string) => void) | undefined;
}

/** Says why this person sees no causes, and in the sandbox how to switch to one who does. */
function NoLook({ person: { me, others }, onActAs }: NoLookProps) {
  if (me === null) {
    return (
      <NoPermissionState title={messages.page.unknownRole}>{messages.page.unknownRoleNext}</NoPermissionState>
    );
  }
  return (
    <StateCard
      art={<StateArt name="locked" />}
      title={messages.page.requiresAllTenants}
      actions={onActAs === undefined ? undefined : <WorkAs persons={others} onActAs={onActAs} />}
    >
      <p>{messages.page.whyAllTenants}</p>
      <p>{others.length > 0 ? messages.page.switchUser : messages.page.askColleague}</p>
    </StateCard>
  );
}
