import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Receipt } from '#shared/contract/result.ts';
import { readAddress, writeAddress } from '#renderer/features/explorer/explorer-address.ts';
import { RawItem as ItemOfExplorer } from '#renderer/features/explorer/item/item-by-key.tsx';
import type { RawItemQuestion } from '#renderer/features/triage/triage-address.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';

/** The Explorer's item on a page of Triage; its receipt stands in the foot of that page. */
export function RawItem({ pattern, params }: RawItemQuestion) {
  const navigate = useNavigate();
  const [receipt, setReceipt] = useState<Receipt | undefined>(undefined);
  useShowReceipt('raw item', receipt);
  return (
    <ItemOfExplorer
      system="extraction"
      pattern={pattern}
      params={params}
      onReceipt={setReceipt}
      onAsk={(asked, values) =>
        void navigate({
          to: '/explorer',
          search: writeAddress({
            ...readAddress({}),
            system: 'extraction',
            pattern: asked,
            values: values === undefined ? [] : [values],
          }),
        })
      }
    />
  );
}
