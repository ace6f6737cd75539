import { maySeeCauses } from '#shared/permissions.ts';
import { isOfGroups, useReadAgain } from '#renderer/contract/use-operation.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { usePageFocusKept } from '#renderer/ui/focus.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { NotForYouState } from '#renderer/ui/states.tsx';
import { ReceiptsOfView, ViewReceipts } from '#renderer/ui/view-receipts.tsx';
import { CauseList } from './cause-list.tsx';
import { CausePage } from './cause-page.tsx';
import { CorrectionsPage } from './corrections-page.tsx';
import type { IncidentsPageProps, IncidentsParts } from './incident-parts.tsx';
import { messages } from './messages.ts';

/** Shows which causes of failures are new, grow or are gone, and which customers they hit. */
export function IncidentsPage(props: IncidentsPageProps) {
  const person = usePersonHere(maySeeCauses);
  const { address } = props;
  usePageFocusKept();
  // Corrections are of one tenant, so that people who see only some tenants may open them.
  if (address.of !== null && address.workflow !== null) {
    return (
      <ViewReceipts key={`${address.of} ${address.workflow}`}>
        <Incidents {...props} person={person} />
      </ViewReceipts>
    );
  }
  if (!maySeeCauses(person.me)) {
    return (
      <View head={<ViewHead title={messages.page.title} />}>
        <NotForYouState
          {...person}
          title={messages.page.requiresAllTenants}
          needs={messages.page.unknownRoleNext}
          next={messages.page.askColleague}
          onActAs={props.onActAs}
        >
          {messages.page.whyAllTenants}
        </NotForYouState>
      </View>
    );
  }
  return (
    <ViewReceipts key={address.cause}>
      <Incidents {...props} person={person} />
    </ViewReceipts>
  );
}

function Incidents(props: Omit<IncidentsParts, 'foot' | 'readAgain'>) {
  const { readAgain, reading } = useReadAgain(isOfIncidents);
  const titleOf = useReceiptTitles();
  usePageKeys(pageKeys.incidents, { readAgain });
  const foot = <ReceiptsOfView titleOf={titleOf} onRefresh={readAgain} refreshing={reading} />;
  const { cause, of, workflow } = props.address;
  if (of !== null && workflow !== null) {
    return (
      <CorrectionsPage {...props} foot={foot} readAgain={readAgain} tenantId={of} workflowId={workflow} />
    );
  }
  return cause === null ? (
    <CauseList address={props.address} go={props.go} foot={foot} />
  ) : (
    <CausePage {...props} foot={foot} readAgain={readAgain} fingerprint={cause} />
  );
}

const isOfIncidents = isOfGroups(new Set(['incidents', 'fleet']));
