import type { ReactNode } from 'react';
import { StateArt } from './state-art.tsx';
import { StateCard } from './state-card.tsx';

export interface NotBuiltStateProps {
  readonly screen: string;
  /** One sentence: what this screen will be for. */
  readonly purpose: string;
  readonly actions?: ReactNode;
}

export function NotBuiltState({ screen, purpose, actions }: NotBuiltStateProps) {
  return (
    <StateCard art={<StateArt name="unbuilt" />} title={`${screen} is not built yet`} actions={actions}>
      <p>{purpose}</p>
      <p>Nothing is hidden here: no data was read and nothing is running.</p>
    </StateCard>
  );
}
