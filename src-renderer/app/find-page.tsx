import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { NotBuiltState } from '#renderer/ui/states/not-built-state.tsx';
import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import { useConsole } from './shell/use-console.ts';
import { idWords, recogniseId } from './palette/recognise-id.ts';

/** Where sluice:// links and shared ids arrive: the palette, already filled in. */
export function FindPage() {
  const { id = '' } = useSearch({ from: '/console/find' });
  const { openPalette } = useConsole();
  const recognised = recogniseId(id);

  // The palette opens for an address, not whenever the shell draws itself again.
  const openFor = useEffectEvent(openPalette);
  useEffect(() => openFor(id), [id]);

  return (
    <View head={<ViewHead title="Find" sub={id} />}>
      <NotBuiltState
        screen={recognised === undefined ? 'Looking things up' : `Looking up ${idWords[recognised.kind]}`}
        purpose="Paste any id: batch, document, execution ARN, message id, FileID, e-mail or tenant. Each will be answered by its own index, at the price of one read."
      />
    </View>
  );
}
