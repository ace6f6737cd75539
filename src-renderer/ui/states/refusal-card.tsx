import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import styles from './refusal-card.module.css';

export interface RefusalCardProps {
  /** The question as it was asked. */
  readonly question: string;
  /** The index that would be needed to answer it: a sentence, or its keys. */
  readonly needs: ReactNode;
  /** The question that comes closest and can be answered. */
  readonly nearest?: ReactNode;
  /** "about $0.21 a day in extra writes" */
  readonly costs?: ReactNode;
  readonly asked?: number | undefined;
  readonly people?: number | undefined;
  /** Place on the list of refused questions, from 1. */
  readonly place?: number | undefined;
  readonly actions?: ReactNode;
}

/** What no index can answer is refused by name instead of answered with a scan. */
export function RefusalCard(props: RefusalCardProps) {
  const { question, needs, nearest, costs, asked, people, place, actions } = props;
  return (
    <section className={styles.card} aria-label="No index answers this">
      <div className={styles.head}>
        <span className={styles.mark}>
          <Icon name="ban" />
        </span>
        <h3 className={styles.title}>No index answers this</h3>
        <span className={styles.spent}>0 RRU spent</span>
      </div>
      <p className={styles.question}>“{question}”</p>
      <dl className={styles.facts}>
        {nearest === undefined ? null : <Fact term="Nearest">{nearest}</Fact>}
        <Fact term="Would need">{needs}</Fact>
        {costs === undefined ? null : <Fact term="Would cost">{costs}</Fact>}
        {asked === undefined ? null : <Fact term="Asked">{askedWords(asked, people, place)}</Fact>}
      </dl>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </section>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

export function askedWords(asked: number, people?: number, place?: number): string {
  if (asked === 0) return 'not yet';
  const times = asked === 1 ? 'once' : `${String(asked)} times`;
  const by = people === undefined ? '' : ` by ${people === 1 ? '1 person' : `${String(people)} people`}`;
  return `${times}${by}${place === undefined ? '' : `, ${ordinal(place)} on the list`}`;
}

function ordinal(place: number): string {
  return ordinals[place - 1] ?? `number ${String(place)}`;
}

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
