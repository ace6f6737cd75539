import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Chip } from '#renderer/ui/chip.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { IconName } from '#renderer/ui/product-icons.ts';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { PaneBar, PaneBarTitle, PaneHead } from '#renderer/ui/pane.tsx';
import { formatCount } from '#renderer/ui/receipt-footer.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import type { ExplorerView } from './address.ts';
import { DraftMenu, SavedFileActions } from './draft/saved-file.tsx';
import { IndexBadge } from './key-roles.tsx';
import { messages } from './messages.ts';
import styles from './systems-pane.module.css';

interface SystemsPaneProps {
  readonly systems: readonly OpenSystem[];
  readonly system: OpenSystem;
  readonly view: ExplorerView;
  readonly pattern: string | null;
  readonly refusals: number | undefined;
  readonly onSystem: (id: string) => void;
  readonly onView: (view: ExplorerView) => void;
  readonly onPattern: (pattern: string) => void;
  readonly whyNotDescribe: string | undefined;
  readonly onDraft: (view: ExplorerView) => void;
}

export function SystemsPane(props: SystemsPaneProps) {
  const { systems, system, view, pattern, refusals, onSystem, onView, onPattern, whyNotDescribe, onDraft } =
    props;
  const isOfDraft = draftViews.has(view);
  const seen = `Views of ${system.declaration.name}`;
  const count = Object.keys(system.declaration.patterns).length;
  return (
    <section className={styles.pane} aria-label={messages.page.systemsAndQuestions}>
      <PaneBar snug actions={<DraftMenu whyNot={whyNotDescribe} onDraft={onDraft} />}>
        <PaneBarTitle of="page">Explorer</PaneBarTitle>
        <span className={styles.hint}>{systems.length === 1 ? '1 system' : `${systems.length} systems`}</span>
      </PaneBar>
      <div className={styles.body}>
        <SystemsList
          systems={systems}
          chosen={isOfDraft ? null : system.declaration.id}
          onChoose={onSystem}
        />
        <div>
          <div className={styles.views}>
            <span className={styles.viewRow}>
              <Segmented<Segment | 'none'>
                label={seen}
                size="sm"
                value={isOfDraft ? 'none' : findSegment(view)}
                onChange={(next) => next !== 'none' && onView(next)}
                options={segments}
              />
            </span>
            <Select
              label={seen}
              labelHidden
              className={styles.viewList}
              size="sm"
              value={isOfDraft ? null : findSegment(view)}
              onChange={onView}
              options={segments}
            />
          </div>
          {system.savedAs === undefined ? null : (
            <SavedFileActions
              key={system.savedAs}
              name={system.savedAs}
              place={`${system.declaration.id} ${view} ${pattern ?? ''}`}
              whyNot={whyNotDescribe}
              onDraft={onDraft}
              onRemoved={() => onSystem(systems[0]?.declaration.id ?? '')}
            />
          )}
        </div>
        <PaneHead
          title="Questions"
          hint={count === 1 ? messages.page.onePattern : `${count} indexed patterns`}
          actions={<Kbd keys={pageKeys.explorer.questions} />}
        />
        <QuestionsList
          key={system.declaration.id}
          system={system.declaration}
          chosen={view === 'questions' ? pattern : null}
          onChoose={onPattern}
          others={[
            {
              id: 'something-else',
              icon: 'search',
              title: messages.page.somethingElse,
              chosen: view === 'something-else',
              onChoose: () => onView('something-else'),
            },
            {
              id: 'refused',
              icon: 'ban',
              title: messages.page.refused,
              count: refusals === undefined ? undefined : formatCount(refusals),
              chosen: view === 'refused',
              onChoose: () => onView('refused'),
            },
          ]}
        />
      </div>
    </section>
  );
}

const segments = [
  { value: 'questions', label: 'Questions' },
  { value: 'keys', label: 'Keys' },
  { value: 'review', label: 'Review' },
  { value: 'costs', label: 'Costs' },
  { value: 'access', label: 'Access' },
] as const satisfies readonly { value: ExplorerView; label: string }[];

type Segment = (typeof segments)[number]['value'];

/** These views belong to no system of the list. */
const draftViews: ReadonlySet<ExplorerView> = new Set(['describe', 'import', 'draft']);

function findSegment(view: ExplorerView): Segment {
  return segments.find(({ value }) => value === view)?.value ?? 'questions';
}

interface SystemsListProps {
  readonly systems: readonly OpenSystem[];
  /** Null while something else than a system is shown. */
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

function SystemsList({ systems, chosen, onChoose }: SystemsListProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons inside are one stop for Tab, and the arrows move between them
    <ul className={styles.list} aria-label="Systems" onKeyDown={moveInList}>
      {systems.map(({ declaration: { id, name, patterns }, origin, savedAs, tableNames }, at) => (
        <li key={id}>
          <button
            type="button"
            className={styles.system}
            aria-current={id === chosen || undefined}
            tabIndex={id === chosen || (chosen === null && at === 0) ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            <span className={styles.name}>{name}</span>
            <span className={styles.count}>{Object.keys(patterns).length}</span>
            <span className={styles.below}>
              {origin === 'file' ? (
                <Chip className={styles.origin}>
                  {savedAs === undefined ? messages.page.fromFile : messages.draft.savedIn(savedAs)}
                </Chip>
              ) : null}
              <span className={styles.tables}>{listTables(tableNames)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function listTables(tableNames: OpenSystem['tableNames']): string {
  return Object.entries(tableNames)
    .map(([table, name]) => name ?? `${table}: no name on this connection`)
    .join(', ');
}

interface QuestionsListProps {
  readonly system: SystemDeclaration;
  readonly chosen: string | null;
  readonly onChoose: (pattern: string) => void;
  /** The links below the questions. */
  readonly others: readonly OtherEntry[];
}

interface OtherEntry {
  readonly id: string;
  readonly icon: IconName;
  readonly title: string;
  readonly count?: string | undefined;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function QuestionsList({ system, chosen, onChoose, others }: QuestionsListProps) {
  const patterns = Object.keys(system.patterns);
  const stop = patterns.find((key) => key === chosen) ?? others.find((one) => one.chosen)?.id ?? patterns[0];
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (chosen === null) return;
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons inside are one stop for Tab, and the arrows move between them
    <div className={styles.questions} data-questions onKeyDown={moveInList}>
      <ul ref={list} className={styles.patterns} aria-label="Questions">
        {patterns.map((key) => {
          const { pattern, table, indexName } = locate(system, key);
          return (
            <li key={key}>
              <button
                type="button"
                className={styles.question}
                aria-current={key === chosen || undefined}
                tabIndex={key === stop ? 0 : -1}
                title={pattern.asks}
                onClick={() => onChoose(key)}
              >
                <span className={styles.number}>{pattern.number}</span>
                <span className={styles.asks}>{pattern.asks}</span>
                <IndexBadge table={table} index={indexName} />
              </button>
            </li>
          );
        })}
      </ul>
      <ul className={styles.others} aria-label={messages.page.others}>
        {others.map((other) => (
          <li key={other.id}>
            <button
              type="button"
              className={styles.question}
              aria-current={other.chosen || undefined}
              tabIndex={other.id === stop ? 0 : -1}
              onClick={other.onChoose}
            >
              <span className={styles.number}>
                <Icon name={other.icon} size={14} />
              </span>
              <span className={styles.asks}>{other.title}</span>
              <span className={styles.count}>{other.count}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Makes a list of buttons one stop for Tab; arrows, J and K, Home and End move inside it. */
function moveInList(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = rows.indexOf(event.target as HTMLElement);
  const next = findNextPlace(event.key, at, rows.length);
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  rows[next]?.focus();
}

function findNextPlace(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
    case 'k':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
