import { useLocation, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { readPastedId } from '#shared/domain/recognise-id.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import { ReceiptsOfView, ViewReceipts } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { LookUp } from './find/look-up.tsx';
import { useConsole } from './shell/console-context.ts';

/** Where sluice:// links and shared ids arrive: looked up, and led to where they live. Nothing is acted upon. */
export function FindPage() {
  const search = useSearch({ from: '/console/find' });
  const { pathname, state } = useLocation();
  // On the way to another page the location is that page's already, while this one still stands.
  const [arrived, setArrived] = useState(state);
  if (isFind(pathname) && state !== arrived) setArrived(state);
  const id = search.id ?? arrived.pasted ?? '';
  const pasted = readPastedId(id, search.as);
  const titleOf = useReceiptTitles();
  // New with every link that leads here, even the same one: what was not there then may be there now.
  const arrival = arrived.__TSR_key;
  return (
    <ViewReceipts key={`${arrival ?? ''} ${search.as ?? ''} ${id}`}>
      <View
        head={<ViewHead title="Find" sub={pasted.text} />}
        foot={<ReceiptsOfView titleOf={titleOf} />}
        body="scrolls"
      >
        {id === '' ? <NothingToFind /> : <LookUp pasted={pasted} />}
      </View>
    </ViewReceipts>
  );
}

function isFind(pathname: string): boolean {
  return pathname.toLowerCase().startsWith('/find');
}

function NothingToFind() {
  const { openPalette } = useConsole();
  return (
    <EmptyState
      title="Which id?"
      actions={
        <Button size="sm" icon="search" onClick={() => openPalette('')}>
          Paste an id
        </Button>
      }
    >
      <p>
        Paste a batch, document or execution id, a message id, a FileID, an e-mail address or a tenant id.
      </p>
    </EmptyState>
  );
}
