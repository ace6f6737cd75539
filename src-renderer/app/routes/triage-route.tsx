import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { writeExplorer } from '#renderer/features/explorer/address.ts';
import { RawItem as ItemOfExplorer } from '#renderer/features/explorer/item/item-by-key.tsx';
import { writeReview } from '#renderer/features/review/address.ts';
import {
  changeTriage,
  readTriage,
  writeTriage,
  type RawItemQuestion,
  type TriageAddress,
} from '#renderer/features/triage/address.ts';
import { TriagePage } from '#renderer/features/triage/triage-page.tsx';
import { writeWorkflows } from '#renderer/features/workflows/address.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { Receipt } from '#shared/contract/result.ts';
import { mayReview } from '#shared/permissions.ts';
import { findPlace } from '../place-address.ts';
import { useLeaveBatch } from '../shell/use-return.ts';
import { useSession } from '../session/use-session.ts';
import { useGo } from './use-go.ts';

/** Connects Triage to the address bar and to the Explorer. The page starts empty for another connection or person. */
export function TriageRoute() {
  const address = useSearch({ from: '/console/triage', select: readTriage });
  const navigate = useNavigate({ from: '/triage' });
  const go = useGo('/triage', (now, change: Partial<TriageAddress>) =>
    writeTriage(changeTriage(readTriage(now), change)),
  );
  const { connection, who } = useSession();
  const leave = useLeaveBatch();
  return (
    <TriagePage
      key={`${connection.id} ${who?.id ?? ''}`}
      address={address}
      go={go}
      renderItem={(question) => <RawItem key={JSON.stringify(question)} {...question} />}
      review={
        mayReview(who)
          ? (document) =>
              void navigate({ to: '/review', search: writeReview({ document, tenant: document.tenantId }) })
          : undefined
      }
      onOpenWorkflow={({ tenantId, projectId, workflowId }) =>
        void navigate({
          to: '/workflows',
          search: writeWorkflows({ tenant: tenantId, project: projectId, workflow: workflowId }),
        })
      }
      leave={leave}
      find={(id) => void navigate(findPlace(id))}
    />
  );
}

/** Shows the Explorer's item on a page of Triage, and its receipt in the footer of that page. */
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
          search: writeExplorer({
            system: 'extraction',
            pattern: asked,
            values: values === undefined ? [] : [values],
          }),
        })
      }
    />
  );
}
