import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import type { FailureError } from '#renderer/contract/failure-error.ts';
import type { Answer } from '#renderer/contract/operation-options.ts';
import type { ExplorerAddress, Go } from './explorer-address.ts';
import { AskBySomethingElse } from './refusals/ask-by-something-else.tsx';
import { askedByValues, readAskedBy } from './refusals/asked-by.ts';
import { RefusedQuestions } from './refusals/refused-questions.tsx';
import { EntitiesView } from './views/entities-view.tsx';
import { PolicyView } from './views/policy-view.tsx';
import { ReviewView } from './views/review-view.tsx';

export interface OtherViewProps {
  readonly systems: readonly OpenSystem[];
  readonly system: OpenSystem;
  readonly address: ExplorerAddress;
  readonly go: Go;
  readonly refusals: UseQueryResult<Answer<OutputOf<'explorer.refusals'>>, FailureError>;
  readonly onPattern: (pattern: string) => void;
  /** Another feature's, which the Explorer only has room for. */
  readonly renderCosts: (system: OpenSystem) => ReactNode;
}

/** What a system can be looked at for besides its questions. */
export function OtherView(props: OtherViewProps) {
  const { systems, system, address, go, refusals, onPattern, renderCosts } = props;
  const counted = refusals.data?.value.refusals ?? [];
  switch (address.view) {
    case 'keys':
      return <EntitiesView system={system} onAsk={onPattern} />;
    case 'review':
      return (
        <ReviewView
          system={system}
          onAsk={onPattern}
          onKeys={() => go({ ...address, view: 'keys', pattern: null, values: [] }, 'push')}
        />
      );
    case 'costs':
      return renderCosts(system);
    case 'access':
      return <PolicyView system={system} />;
    case 'refused':
      return (
        <RefusedQuestions
          systems={systems}
          refusals={counted}
          loading={refusals.isPending}
          failure={refusals.error === null ? undefined : failureOf(refusals.error)}
          readAt={refusals.dataUpdatedAt}
          onRetry={() => void refusals.refetch()}
          onOpen={(one) =>
            go(
              { ...address, system: one.system, view: 'something-else', values: [askedByValues(one)] },
              'push',
            )
          }
        />
      );
    default:
      return (
        <AskBySomethingElse
          key={system.declaration.id}
          system={system}
          asked={readAskedBy(address.values[0])}
          onAsked={(asked) => go({ ...address, values: [askedByValues(asked)] }, 'replace')}
          refusals={counted}
          onPattern={onPattern}
        />
      );
  }
}
