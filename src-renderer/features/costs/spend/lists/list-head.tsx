import { Button } from '#renderer/ui/button/button.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { costLists } from '../../costs-address.ts';
import type { CostList, CostsAddress, GoCosts } from '../../costs-address.ts';
import { shortDay } from '../sums/days.ts';

export interface ListHeadProps {
  readonly address: CostsAddress;
  readonly go: GoCosts;
  /** What the workflow of the address is called. */
  readonly workflowName: string | null;
}

/** Which list, and of what: what narrows it goes away with a press. */
export function ListHead({ address, go, workflowName }: ListHeadProps) {
  const { list, workflow, day } = address;
  return (
    <>
      <Segmented
        size="sm"
        label="List"
        value={list}
        onChange={(next) => go({ list: next, workflow: null, day: null })}
        options={options}
      />
      {workflow === null ? null : (
        <Button
          size="sm"
          variant="ghost"
          icon="close"
          aria-label={`Batches of every workflow, not of ${workflowName ?? workflow} alone`}
          onClick={() => go({ workflow: null })}
        >
          {workflowName ?? workflow}
        </Button>
      )}
      {day === null ? null : (
        <Button
          size="sm"
          variant="ghost"
          icon="close"
          aria-label={`Batches of every day, not of ${shortDay(day)} alone`}
          onClick={() => go({ day: null })}
        >
          {shortDay(day)}
        </Button>
      )}
    </>
  );
}

const titles: Readonly<Record<CostList, string>> = {
  workflows: 'By workflow',
  days: 'By day',
  batches: 'Batches',
};
const options = costLists.map((value) => ({ value, label: titles[value] }));
