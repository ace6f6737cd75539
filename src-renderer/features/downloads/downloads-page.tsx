import { usePageFocusKept } from '#renderer/ui/focus/use-page-focus-kept.ts';
import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import { ViewReceipts } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { NoLook } from './acting/no-look.tsx';
import type { Explore } from './acting/pane-props.ts';
import { usePerson } from './acting/use-person.ts';
import type { DownloadsAddress, GoDownloads } from './downloads-address.ts';
import { DownloadsDesk } from './downloads-desk.tsx';

export interface DownloadsPageProps {
  readonly address: DownloadsAddress;
  readonly go: GoDownloads;
  /** Leads to a question about the tables of the download pipeline. */
  readonly onExplore: Explore;
  /** Works on as another persona of the sandbox. */
  readonly onActAs?: ((personaId: string) => void) | undefined;
}

/** What came of each day's files, which do not come, and how to fetch them again. */
export function DownloadsPage({ address, go, onExplore, onActAs }: DownloadsPageProps) {
  const person = usePerson();
  usePageFocusKept();
  if (!person.mayLook) {
    return (
      <View head={<ViewHead title="Downloads" />}>
        <NoLook person={person} onActAs={onActAs} />
      </View>
    );
  }
  return (
    <ViewReceipts>
      <DownloadsDesk address={address} go={go} person={person} onExplore={onExplore} />
    </ViewReceipts>
  );
}
