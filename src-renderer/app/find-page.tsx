import { useLocation, useSearch } from '@tanstack/react-router';
import type { ParsedLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { NotBuiltState } from '#renderer/ui/states/not-built-state.tsx';
import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import { useConsole } from './shell/console-context.ts';
import { idWords, recogniseId } from './palette/recognise-id.ts';

/** Where sluice:// links and shared ids arrive: the palette, already filled in. */
export function FindPage() {
  const { id = '' } = useSearch({ from: '/console/find' });
  const arrival = useLocation({ select: arrivalOf });
  const { openPalette } = useConsole();
  const recognised = recogniseId(id);

  // The palette opens for each arrival, even of the same link, and not when the shell draws itself again.
  const openFor = useEffectEvent(() => openPalette(id));
  useEffect(() => {
    if (arrival !== undefined) openFor();
  }, [arrival]);

  return (
    <View head={<ViewHead title="Find" sub={id} />}>
      <NotBuiltState
        screen={recognised === undefined ? 'Looking things up' : `Looking up ${idWords[recognised.kind]}`}
        purpose="Paste any id: batch, document, execution ARN, message id, FileID, e-mail or tenant. Each will be answered by its own index, at the price of one read."
      />
    </View>
  );
}

/** New with every link that leads here; undefined on the way to another page. */
function arrivalOf({ pathname, state }: ParsedLocation): string | undefined {
  return pathname.toLowerCase().startsWith('/find') ? state.__TSR_key : undefined;
}
