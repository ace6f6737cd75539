import { useState } from 'react';
import { SpendDesk } from './spend-desk.tsx';
import type { SpendViewProps } from './spend-view-props.ts';

/** What documents have cost. Reading again is another watch, which lists anew and pays only for what is new. */
export function SpendView(props: SpendViewProps) {
  const [reading, setReading] = useState(0);
  return <SpendDesk key={reading} {...props} onReadAgain={() => setReading((before) => before + 1)} />;
}
