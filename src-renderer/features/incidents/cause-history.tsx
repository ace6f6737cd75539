import type { ReactNode } from 'react';
import type { OpenCause } from '#shared/contract/incidents.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { compareWithDeploy } from '#shared/domain/incident-rules.ts';
import { formatUpTo } from '#renderer/contract/attention-age.ts';
import { HeatStrip, Ticks } from '#renderer/ui/heat-strip.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import type { IncidentsAddress } from './address.ts';
import { formatTenants, State } from './cause-columns.tsx';
import { describeStrip, formatUtc, makeCells } from './cause-strip.ts';
import styles from './incidents.module.css';
import { messages } from './messages.ts';

interface CauseHistoryProps {
  readonly read: OpenCause;
  readonly address: IncidentsAddress;
}

/** Shows the strip over the days, and the facts of the cause. */
export function CauseHistory({ read, address }: CauseHistoryProps) {
  const { cause, period, customers, isAll, kept } = read;
  const { days, deploy } = address;
  const now = useNow(30_000);
  const deployAt = deploy === null ? null : Date.parse(deploy);
  const upTo = Date.parse((kept.state === 'kept' ? kept.upTo : null) ?? read.readAt);
  const group =
    deployAt === null ? null : compareWithDeploy({ ...cause, byHour: new Map(cause.hours) }, deployAt, upTo);
  const cells = makeCells(cause.hours, period, { days, on: 'page' });
  const words = messages.cause.facts;
  const many = customers.length > 0 ? `${isAll ? '' : 'at least '}${grouped(customers.length)}` : null;
  return (
    <section className={styles.history} aria-label={messages.cause.history}>
      <div>
        <HeatStrip
          tall
          label={describeStrip(cause.hours, period, { days, deployAt })}
          cells={cells}
          mark={deployAt}
        />
        <Ticks cells={cells} />
      </div>
      <dl className={styles.facts}>
        <Fact term={messages.list.columns.state}>
          <State row={{ cause, group }} deployAt={deployAt} now={now} />
          {deployAt === null ? null : <span className={styles.quiet}>{formatUtc(deployAt)}</span>}
        </Fact>
        <Fact term={words.failures}>{grouped(cause.count)}</Fact>
        <Fact term={words.customers}>{many ?? formatTenants(cause)}</Fact>
        <Fact term={words.first}>
          <Moment at={cause.firstEverAt} now={now} />
        </Fact>
        <Fact term={words.last}>
          <Moment at={cause.lastAt} now={now} />
        </Fact>
        <Fact term={words.stage}>{cause.stage ?? words.none}</Fact>
        <Fact term={words.code}>{cause.code ?? words.none}</Fact>
        {kept.state === 'kept' ? <Fact term={words.counted}>{formatUpTo(kept)}</Fact> : null}
      </dl>
    </section>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Moment({ at, now }: { readonly at: string | null; readonly now: number }) {
  return at === null ? messages.cause.facts.unknown : <RelativeTime at={Date.parse(at)} now={now} />;
}
