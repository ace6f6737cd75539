import { useQuery } from '@tanstack/react-query';
import type { ObjectiveRow } from '#shared/contract/objectives.ts';
import type { Place } from '#shared/contract/monitor.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { ObjectiveMonth } from '#renderer/ui/objective-month.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { StatusGlyph, type GlyphName } from '#renderer/ui/status.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { formatAllowance, formatLate, formatUncounted } from '#shared/domain/objective-words.ts';
import { formatObjective } from '#shared/domain/objective.ts';
import { messages } from '../messages.ts';
import styles from './objectives.module.css';

interface ObjectivesSectionProps {
  readonly onOpenPlace: (place: Place) => void;
}

/** Shows how the batches of this month keep to the objectives of their workflows. It is read while it is unfolded. */
export function ObjectivesSection({ onOpenPlace }: ObjectivesSectionProps) {
  const [isOpen, keepOpen] = useKept(['monitor-objectives'], true);
  const query = useQuery({
    ...operationOptions('monitor.objectives', { tenantId: null }),
    enabled: isOpen,
    staleTime: 15 * 60_000,
  });
  useShowReceipt('objectives', query.data?.receipt);
  const found = query.data?.value;
  return (
    <section className={styles.section} aria-label={messages.objectives.title}>
      <Disclosure
        level={2}
        line={false}
        title={messages.objectives.title}
        hint={messages.objectives.hint}
        end={isOpen ? found && messages.objectives.spent(countSpent(found)) : messages.charts.collapsed}
        open={isOpen}
        onOpen={(next) => keepOpen(() => next)}
      >
        {query.error === null ? null : (
          <Note tone="warn" flat live>
            {messages.objectives.notRead} {toFailure(query.error).message}
          </Note>
        )}
        {found === undefined && query.error === null ? (
          <SkeletonRows rows={2} label={messages.objectives.reading} />
        ) : null}
        {found !== undefined && found.rows.length > 0 ? (
          <ul className={styles.cards}>
            {found.rows.map((row) => (
              <ObjectiveCard
                key={JSON.stringify(toPlace('objective', row))}
                row={row}
                onOpenPlace={onOpenPlace}
              />
            ))}
          </ul>
        ) : null}
        <div className={styles.foot}>
          <p className={styles.rest}>{found === undefined ? '' : describeRest(found).join(' ')}</p>
          <Button
            size="sm"
            variant="ghost"
            icon="retry"
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {messages.objectives.compare}
          </Button>
        </div>
      </Disclosure>
    </section>
  );
}

function countSpent({ rows }: Listed): number {
  return rows.filter(({ month }) => month?.standing === 'spent').length;
}

interface Listed {
  readonly rows: readonly ObjectiveRow[];
  readonly whyNot: string | null;
  readonly trouble: string | null;
  readonly leftOut: number;
  readonly isAtLeast: boolean;
}

function describeRest({ rows, whyNot, trouble, leftOut, isAtLeast }: Listed): readonly string[] {
  const none = rows.length === 0 && whyNot === null && trouble === null ? messages.objectives.none : null;
  return [
    whyNot,
    trouble,
    none,
    leftOut === 0 ? null : messages.objectives.leftOut(leftOut),
    isAtLeast ? messages.objectives.more : null,
    rows.length === 0 ? null : messages.objectives.counts,
  ].filter((one) => one !== null);
}

function ObjectiveCard({ row, onOpenPlace }: { readonly row: ObjectiveRow } & ObjectivesSectionProps) {
  const { name, workflowId, tenantName, tenantId, objective, month } = row;
  const title = name ?? workflowId;
  const standing = month?.standing ?? 'not counted';
  const more = [formatAllowance(row), formatLate(row), formatUncounted(row)].filter((one) => one !== '');
  return (
    <li className={styles.card} data-standing={standing}>
      <div className={styles.top}>
        <StatusGlyph glyph={glyphs[standing]} />
        <h3 className={styles.name}>{title}</h3>
        <span className={styles.standing}>{messages.objectives.standings[standing]}</span>
      </div>
      <p className={styles.of}>
        {tenantName ?? tenantId} · {formatObjective(objective)}
      </p>
      <ObjectiveMonth row={row} />
      <p className={styles.more}>{more.join(' ')}</p>
      <div className={styles.links}>
        {(['batches', 'objective'] as const).map((desk) => (
          <Button
            key={desk}
            size="sm"
            variant="ghost"
            aria-label={messages.objectives.open[desk](`${title} of ${tenantName ?? tenantId}`)}
            onClick={() => onOpenPlace(toPlace(desk, row))}
          >
            {messages.objectives.links[desk]}
          </Button>
        ))}
      </div>
    </li>
  );
}

function toPlace(desk: 'objective' | 'batches', { tenantId, projectId, workflowId }: ObjectiveRow): Place {
  return { desk, tenant: tenantId, project: projectId, workflow: workflowId };
}

const glyphs: Readonly<Record<keyof typeof messages.objectives.standings, GlyphName>> = {
  spent: 'failed',
  soon: 'review',
  within: 'succeeded',
  'too early': 'queued',
  'not counted': 'queued',
};
