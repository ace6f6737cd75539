import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { toFailure, type FailureError } from '#renderer/contract/failure-text.ts';
import { operationOptions, type Answer } from '#renderer/contract/operation-options.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { useWidth } from '#renderer/ui/use-width.ts';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import type { ExplorerAddress, ExplorerView, Go } from './address.ts';
import { useExplorerMemory } from './explorer-memory.ts';
import { QuestionDesk } from './question-desk.tsx';
import type { Values } from './question/fields.ts';
import { toAskedByValues, readAskedBy } from './refusals/asked-by.ts';
import { AskBySomethingElse } from './refusals/ask-by-something-else.tsx';
import { RefusedQuestions } from './refusals/refused-questions.tsx';
import { SystemsPane } from './systems-pane.tsx';
import { DescribeView } from './draft/describe-view.tsx';
import { DraftView } from './draft/draft-view.tsx';
import { ImportView } from './draft/import-view.tsx';
import { EntitiesView } from './views/entities-view.tsx';
import { PolicyView } from './views/policy-view.tsx';
import { ReviewView } from './views/review-view.tsx';
import { messages } from './messages.ts';

export interface ExplorerDeskProps extends Pick<OtherViewProps, 'renderCosts'> {
  readonly systems: readonly [OpenSystem, ...OpenSystem[]];
  readonly address: ExplorerAddress;
  readonly go: Go;
  /** Says why the person cannot describe tables; undefined where they can. */
  readonly whyNotDescribe: string | undefined;
}

/** Shows systems and their questions on the left, and the chosen one on the right. */
export function ExplorerDesk({ systems, address, go, renderCosts, whyNotDescribe }: ExplorerDeskProps) {
  const memory = useExplorerMemory();
  const { memory: kept, remember } = memory;
  const [measure, measured] = useWidth();
  // The width is unlimited until it was measured.
  const width = measured ?? Number.POSITIVE_INFINITY;
  const [chosenTimes, setChosenTimes] = useState(0);
  const focusIsFor = useRef<string | null>(null);
  const refusals = useQuery(operationOptions('explorer.refusals', {}));
  const system = systems.find(({ declaration }) => declaration.id === address.system) ?? systems[0];
  const { id, patterns } = system.declaration;
  const pattern =
    [address.pattern, kept.pattern.get(id)].find(
      (key) => typeof key === 'string' && findDeclared(patterns, key) !== undefined,
    ) ??
    Object.keys(patterns)[0] ??
    null;

  function openPattern(next: string, values?: Values): void {
    setChosenTimes(chosenTimes + 1);
    focusIsFor.current = next;
    const isHere = address.view === 'questions' && next === pattern;
    if (isHere && values === undefined) return;
    remember(({ pattern: byKey, typed }) => ({
      pattern: new Map(byKey).set(id, next),
      typed: values === undefined ? typed : new Map(typed).set(id, { ...typed.get(id), ...values }),
    }));
    go({ ...nowhere, system: id, pattern: next }, 'push');
  }

  /** A choice takes the focus once. A question that Back restores does not. */
  function takeFocus(by: string): boolean {
    if (focusIsFor.current !== by) return false;
    focusIsFor.current = null;
    return true;
  }

  function openView(view: ExplorerView): void {
    const entity = pattern === null ? undefined : findDeclared(patterns, pattern)?.returns[0];
    // People who ask by something else were looking for the entity of the open question.
    const values =
      view === 'something-else' && entity !== undefined ? [toAskedByValues({ entity, by: [] })] : [];
    go({ ...nowhere, system: id, view, pattern: view === 'questions' ? pattern : null, values }, 'push');
  }

  usePageKeys(pageKeys.explorer, {
    questions: () => document.querySelector<HTMLElement>('[data-questions] button[tabindex="0"]')?.focus(),
  });

  const room = width - kept.listWidth;
  return (
    <div ref={measure} style={fullHeight}>
      <SplitPanes
        label={messages.page.listWidth}
        size={kept.listWidth}
        defaultSize={326}
        min={getNarrowestList(width)}
        minOther={leastMain}
        onResize={(listWidth) => remember(() => ({ listWidth }))}
        start={
          <SystemsPane
            systems={systems}
            system={system}
            view={address.view}
            pattern={pattern}
            refusals={refusals.data?.value.refusals.reduce((sum, { times }) => sum + times, 0)}
            onSystem={(next) => go({ ...nowhere, system: next, view: chooseNextView(address.view) }, 'push')}
            onView={openView}
            onPattern={openPattern}
            whyNotDescribe={whyNotDescribe}
            onDraft={(view) => go({ ...nowhere, system: id, view }, 'push')}
          />
        }
        end={
          address.view !== 'questions' ? (
            <OtherView
              systems={systems}
              system={system}
              address={address}
              go={go}
              refusals={refusals}
              onPattern={openPattern}
              renderCosts={renderCosts}
            />
          ) : pattern === null ? (
            <EmptyState title={`${system.declaration.name} declares no questions`}>
              {messages.page.declareNext}
            </EmptyState>
          ) : (
            <QuestionDesk
              key={`${id} ${pattern}`}
              system={system}
              patternKey={pattern}
              address={address}
              go={go}
              memory={memory}
              chosenTimes={chosenTimes}
              takeFocus={takeFocus}
              onPattern={openPattern}
              width={room}
            />
          )
        }
      />
    </div>
  );
}

const nowhere: ExplorerAddress = {
  system: null,
  view: 'questions',
  pattern: null,
  values: [],
  pageSize: null,
  consistent: false,
  show: 'table',
  item: null,
};

const fullHeight = { height: '100%', minWidth: 0 } as const;
const leastMain = 420;

/** In a small window the list of questions leaves more room to the answer. */
function getNarrowestList(width: number): number {
  return width < 760 ? 200 : 288;
}

/** Keeps the view for another system, except that refused questions give way to its questions. */
function chooseNextView(view: ExplorerView): ExplorerView {
  const isOfSystem = view !== 'refused' && view !== 'describe' && view !== 'import' && view !== 'draft';
  return isOfSystem ? view : 'questions';
}

interface OtherViewProps {
  readonly systems: readonly OpenSystem[];
  readonly system: OpenSystem;
  readonly address: ExplorerAddress;
  readonly go: Go;
  readonly refusals: UseQueryResult<Answer<OutputOf<'explorer.refusals'>>, FailureError>;
  readonly onPattern: (pattern: string) => void;
  /** Another feature renders the costs; the Explorer only has a place for them. */
  readonly renderCosts: (system: OpenSystem) => ReactNode;
}

/** Shows a view of a system other than its questions. */
function OtherView(props: OtherViewProps) {
  const { systems, system, address, go, refusals, onPattern, renderCosts } = props;
  const counted = refusals.data?.value.refusals ?? [];
  const openOnly = (view: ExplorerView): void => go({ ...nowhere, system: address.system, view }, 'push');
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
    case 'describe':
      return <DescribeView onDraft={() => openOnly('draft')} />;
    case 'import':
      return <ImportView onDraft={() => openOnly('draft')} />;
    case 'draft':
      return (
        <DraftView
          onDescribe={() => openOnly('describe')}
          onImport={() => openOnly('import')}
          onSystem={(id) => go({ ...nowhere, system: id }, 'push')}
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
          failure={refusals.error === null ? undefined : toFailure(refusals.error)}
          readAt={refusals.dataUpdatedAt}
          onRetry={() => void refusals.refetch()}
          onOpen={(one) =>
            go(
              { ...address, system: one.system, view: 'something-else', values: [toAskedByValues(one)] },
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
          onAsked={(asked) => go({ ...address, values: [toAskedByValues(asked)] }, 'replace')}
          refusals={counted}
          onPattern={onPattern}
        />
      );
  }
}
