import type { ComponentType } from 'react';
import { Note } from '#renderer/ui/note/note.tsx';
import { ToldState } from '#renderer/ui/states/told-state.tsx';
import { toldFailure } from '#renderer/contract/told-failure.ts';
import { CalmCard } from './calm/calm-card.tsx';
import { calmDay } from './calm/calm-day.ts';
import { figuresOf } from './figures/role-figures.ts';
import { TodayFigures } from './figures/today-figures.tsx';
import { needless, partOrder } from './part-order.ts';
import type { PartName } from './part-order.ts';
import { parts } from './parts/all-parts.ts';
import type { Seen } from './reading/seen.ts';
import styles from './today-layout.module.css';

export function TodayLayout({ seen }: { readonly seen: Seen }) {
  const { batches, as, me } = seen;
  const calm = calmDay(seen);
  const { main, side } = partOrder(as, me);
  if (batches.failure?.code === 'tenant-out-of-scope') return <NotYours seen={seen} />;
  return (
    <div className={styles.today}>
      <TodayFigures figures={figuresOf(seen)} />
      {(batches.value?.problems ?? []).map((problem) => (
        <Note key={problem} tone="warn" flat live>
          {problem}
        </Note>
      ))}
      <div className={styles.columns}>
        <div className={styles.main}>
          {calm === null ? null : <CalmCard sentences={calm} />}
          <Column names={calm === null ? main : main.filter((name) => !needless.has(name))} seen={seen} />
        </div>
        <div className={styles.side}>
          <Column names={side} seen={seen} />
        </div>
      </div>
    </div>
  );
}

function Column({ names, seen }: { readonly names: readonly PartName[]; readonly seen: Seen }) {
  return names.map((name) => {
    const One: ComponentType<{ readonly seen: Seen }> = parts[name];
    return <One key={name} seen={seen} />;
  });
}

/** A tenant that somebody may not see, out of a link. */
function NotYours({ seen: { batches } }: { readonly seen: Seen }) {
  if (batches.failure === undefined) return null;
  const notDone = 'Nothing of it was read. Choose another tenant at the top.';
  return (
    <ToldState
      told={toldFailure(batches.failure, { title: 'Today was not read', outOfScope: notDone })}
      notDone={notDone}
    />
  );
}
