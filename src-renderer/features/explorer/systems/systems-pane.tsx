import type { OpenSystem } from '#shared/contract/explorer.ts';
import { PaneBar, PaneBarTitle } from '#renderer/ui/pane/pane-bar.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { Select } from '#renderer/ui/select/select.tsx';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import { countWords } from '#renderer/ui/receipt-footer/receipt-words.ts';
import type { ExplorerView } from '../explorer-address.ts';
import { QuestionsList } from './questions-list.tsx';
import { SystemsList } from './systems-list.tsx';
import styles from './systems-pane.module.css';

export interface SystemsPaneProps {
  readonly systems: readonly OpenSystem[];
  readonly system: OpenSystem;
  readonly view: ExplorerView;
  readonly pattern: string | null;
  readonly refusals: number | undefined;
  readonly onSystem: (id: string) => void;
  readonly onView: (view: ExplorerView) => void;
  readonly onPattern: (pattern: string) => void;
}

export function SystemsPane(props: SystemsPaneProps) {
  const { systems, system, view, pattern, refusals, onSystem, onView, onPattern } = props;
  const seen = `What to see of ${system.declaration.name}`;
  const count = Object.keys(system.declaration.patterns).length;
  return (
    <section className={styles.pane} aria-label="Systems and questions">
      <PaneBar>
        <PaneBarTitle of="page">Explorer</PaneBarTitle>
        <span className={styles.hint}>{systems.length === 1 ? '1 system' : `${systems.length} systems`}</span>
      </PaneBar>
      <div className={styles.body}>
        <SystemsList systems={systems} chosen={system.declaration.id} onChoose={onSystem} />
        <div className={styles.views}>
          <span className={styles.viewRow}>
            <Segmented label={seen} size="sm" value={segmentOf(view)} onChange={onView} options={segments} />
          </span>
          <Select
            label={seen}
            labelHidden
            className={styles.viewList}
            size="sm"
            value={segmentOf(view)}
            onChange={onView}
            options={segments}
          />
        </div>
        <PaneHead
          title="Questions"
          hint={count === 1 ? '1 indexed pattern' : `${count} indexed patterns`}
          actions={<Kbd keys="Q" />}
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
              title: 'Ask by something else',
              chosen: view === 'something-else',
              onChoose: () => onView('something-else'),
            },
            {
              id: 'refused',
              icon: 'ban',
              title: 'Refused questions',
              count: refusals === undefined ? undefined : countWords(refusals),
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

function segmentOf(view: ExplorerView): (typeof segments)[number]['value'] {
  return segments.find(({ value }) => value === view)?.value ?? 'questions';
}
