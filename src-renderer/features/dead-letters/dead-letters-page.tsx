import { usePageFocusKept } from '#renderer/ui/focus/use-page-focus-kept.ts';
import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import { ViewReceipts } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import type { DeadLettersAddress, GoDeadLetters } from './dead-letters-address.ts';
import type { OpenDocument } from './message/open-message.tsx';
import { NoLook } from './queues/no-look.tsx';
import { usePerson } from './queues/use-person.ts';
import { DeadLettersDesk } from './sample/dead-letters-desk.tsx';

export interface DeadLettersPageProps {
  readonly address: DeadLettersAddress;
  readonly go: GoDeadLetters;
  /** Leads to the document that a message is about. */
  readonly onOpenDocument: OpenDocument;
  /** Works on as another persona of the sandbox. */
  readonly onActAs?: ((personaId: string) => void) | undefined;
}

/** Messages that nobody could use: looked at only when somebody says so, and sent back with proof. */
export function DeadLettersPage({ address, go, onOpenDocument, onActAs }: DeadLettersPageProps) {
  const person = usePerson();
  usePageFocusKept();
  if (!person.mayLook) {
    return (
      <View head={<ViewHead title="Dead letters" />}>
        <NoLook person={person} onActAs={onActAs} />
      </View>
    );
  }
  return (
    <ViewReceipts>
      <DeadLettersDesk address={address} go={go} person={person} onOpenDocument={onOpenDocument} />
    </ViewReceipts>
  );
}
