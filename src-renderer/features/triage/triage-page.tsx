import type { ReactNode } from 'react';
import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import type { GoTriage, TriageAddress } from './triage-address.ts';

export interface TriagePageProps {
  readonly address: TriageAddress;
  readonly go: GoTriage;
  /** The raw item of a batch or document with its keys explained: the Explorer's, brought in by app/. */
  readonly renderItem: (question: RawItemQuestion) => ReactNode;
}

export interface RawItemQuestion {
  readonly pattern: 'batchByKey' | 'documentById';
  readonly params: Readonly<Record<string, string>>;
}

export function TriagePage(_props: TriagePageProps) {
  return <View head={<ViewHead title="Triage" />}>{null}</View>;
}
