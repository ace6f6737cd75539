import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { Pane } from '#renderer/ui/pane.tsx';
import type { MonthCosts, MonthRow, UnusualOfRow } from '#shared/contract/month-costs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import type { GoCosts } from '../address.ts';
import { messages } from '../messages.ts';
import { nameRow } from './month-names.ts';
import costs from '../costs.module.css';
import styles from './month.module.css';

const partNames = { textract: 'Textract', gapFill: 'gap-fill', verify: 'verify', infrastructure: 'the rest' };

/** Lists workflows whose documents cost clearly more or less than in the four weeks before, with the way to them. */
export function UnusualPane({ month: { rows }, go }: { readonly month: MonthCosts; readonly go: GoCosts }) {
  const unusual = rows.filter(({ unusual: found, workflowId }) => found !== null && workflowId !== null);
  return (
    <Pane head={{ title: messages.month.unusual, hint: messages.month.unusualHint, line: true }} body="fixed">
      {unusual.length === 0 ? (
        <p className={styles.none}>{messages.month.nothingUnusual}</p>
      ) : (
        <ul className={styles.list}>
          {unusual.map((row) => (
            <UnusualItem
              key={JSON.stringify([row.tenantId, row.projectId, row.workflowId])}
              row={row}
              go={go}
            />
          ))}
        </ul>
      )}
    </Pane>
  );
}

function UnusualItem({ row, go }: { readonly row: MonthRow; readonly go: GoCosts }) {
  const { unusual, tenantId, projectId, workflowId, name } = row;
  if (unusual === null || tenantId === null || workflowId === null) return null;
  return (
    <li className={classNames(costs.between, costs.line)}>
      <span>
        <b title={workflowId}>{nameRow(row)}</b> of {name ?? tenantId}: <UnusualText unusual={unusual} />
      </span>
      <Button
        size="sm"
        aria-label={`${messages.month.openDocuments}: ${nameRow(row)}`}
        onClick={() => go({ tenant: tenantId, workflow: `${projectId ?? ''}/${workflowId}`, day: null })}
      >
        {messages.month.openDocuments}
      </Button>
    </li>
  );
}

/** Says since when a document costs more or less, by how much, and which part of it changed. */
export function UnusualText({ unusual }: { readonly unusual: UnusualOfRow }) {
  const [changed] = unusual.parts;
  return (
    <>
      {moneyText(unusual.each)} a document since <b>{unusual.since}</b>, usually {moneyText(unusual.usual)}.{' '}
      {grouped(unusual.documents)} documents cost {moneyText(unusual.more.replace('-', ''))}{' '}
      {unusual.isDearer ? 'more' : 'less'}.{' '}
      {changed === undefined
        ? null
        : `Most of it is ${partNames[changed.part]}: ${moneyText(changed.usual)} before, ${moneyText(changed.each)} now.`}
    </>
  );
}
