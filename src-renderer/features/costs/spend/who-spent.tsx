import type { CSSProperties } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import inline from '#renderer/ui/inline.module.css';
import { Pane, type PaneHeadProps } from '#renderer/ui/pane.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { costParts } from '#shared/pricing/document-cost.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import type { CostsAddress, GoCosts } from '../address.ts';
import { partNames } from './spend-messages.ts';
import type { Spend, Spending } from './spending.ts';
import { messages } from '../messages.ts';
import styles from './spend.module.css';

interface WhoSpentProps {
  readonly spending: Spending;
  /** The name of the tenant in the address. */
  readonly tenantName: string;
  readonly address: CostsAddress;
  readonly go: GoCosts;
}

/** Compares tenants, or the workflows of one tenant; pressing a bar filters the page by it. */
export function WhoSpent({ spending, tenantName, address, go }: WhoSpentProps) {
  const { tenant } = address;
  if (tenant === null) {
    return (
      <StageBars
        head={{ title: messages.spend.whichTenant }}
        bars={spending.tenants.map((one) => ({
          id: one.tenantId,
          name: one.name,
          spend: one.spend,
          onOpen: () => go({ tenant: one.tenantId, workflow: null }),
        }))}
      />
    );
  }
  return (
    <StageBars
      head={{
        title: messages.spend.whichWorkflow,
        hint: tenantName,
        actions: (
          <Button
            size="sm"
            variant="ghost"
            icon="close"
            aria-label={`Show all tenants, not only ${tenantName}`}
            onClick={() => go({ tenant: null, workflow: null })}
          >
            {messages.spend.allTenants}
          </Button>
        ),
      }}
      bars={spending.workflows.map((one): StageBar => {
        const { key, name: title, spend, projectId, workflowId } = one;
        return {
          id: key,
          name: title,
          spend,
          onOpen:
            workflowId === null
              ? undefined
              : () => go({ list: 'batches', workflow: `${projectId}/${workflowId}`, day: null }),
        };
      })}
    />
  );
}

interface StageBar {
  readonly id: string;
  readonly name: string;
  readonly spend: Spend;
  /** Undefined where there is no list behind the bar. */
  readonly onOpen: (() => void) | undefined;
}

interface StageBarsProps {
  readonly head: PaneHeadProps;
  readonly bars: readonly StageBar[];
}

/**
 * Draws the bars side by side, each divided by stage in the order of the legend, so that it can be read without
 * colours.
 */
function StageBars({ head, bars }: StageBarsProps) {
  const most = Math.max(...bars.map(({ spend }) => Number(spend.total)), Number.MIN_VALUE);
  const isEstimated = bars.some(({ spend }) => spend.unread > 0);
  return (
    <Pane head={head} body="fixed">
      <div className={styles.pane}>
        <ul className={styles.bars}>
          {bars.map((bar) => (
            <li key={bar.id}>
              <BarRow bar={bar} most={most} />
            </li>
          ))}
        </ul>
        <ul className={styles.legend} aria-label={messages.spend.order}>
          {costParts.map((part) => (
            <li key={part} className={inline.entry}>
              <span className={styles.swatch} data-part={part} />
              {partNames[part]}
            </li>
          ))}
          {isEstimated ? (
            <li className={inline.entry}>
              <span className={styles.swatch} data-part="estimated" />
              estimated
            </li>
          ) : null}
        </ul>
      </div>
    </Pane>
  );
}

function BarRow({ bar, most }: { readonly bar: StageBar; readonly most: number }) {
  const { name, spend, onOpen } = bar;
  const segments = [
    ...costParts.map((part) => ({ id: part, usd: spend.metered[part] })),
    { id: 'estimated', usd: spend.estimatedTotal },
  ] as const;
  const content = (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.track} aria-hidden>
        {segments.map(({ id, usd }) =>
          Number(usd ?? 0) === 0 ? null : (
            <span
              key={id}
              data-part={id}
              style={{ '--share': `${((Number(usd) / most) * 100).toFixed(2)}%` } as CSSProperties}
            />
          ),
        )}
      </span>
      <span className={styles.money}>{moneyText(spend.total)}</span>
      <VisuallyHidden>
        {': '}
        {segments
          .flatMap(({ id, usd }) =>
            usd === null || Number(usd) === 0
              ? []
              : [`${id === 'estimated' ? id : partNames[id]} ${moneyText(usd)}`],
          )
          .join(', ')}
      </VisuallyHidden>
    </>
  );
  if (onOpen === undefined) return <div className={styles.whoSpentRow}>{content}</div>;
  return (
    <button type="button" className={styles.whoSpentRow} onClick={onOpen}>
      {content}
    </button>
  );
}
