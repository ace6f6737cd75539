import { useKept } from '#renderer/contract/use-kept.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';
import { SplitPanes } from '#renderer/ui/split-panes/split-panes.tsx';
import { newestFirst } from '#shared/domain/downloads/day-standing.ts';
import type { PaneProps } from '../acting/pane-props.ts';
import { useDownloadActions } from '../acting/use-download-actions.ts';
import { useOrSay } from '../acting/use-or-say.ts';
import { shortDay } from '../strip/day-words.ts';
import type { DayReading } from '../strip/use-days.ts';
import { DayPane } from './day-pane.tsx';
import { openBatchOf, whyNotRunAgain } from './day-rules.ts';
import { ShownBatch } from './shown-batch.tsx';

interface DayDeskProps extends PaneProps {
  readonly day: string;
  readonly reading: DayReading;
  /** Of the address, or of the file in it. */
  readonly batchId: string | null;
}

/** The batches of the chosen day on the left; on the right the one that is open. */
export function DayDesk(props: DayDeskProps) {
  const { day, reading, batchId, go, person, now, today } = props;
  const [width, keepWidth] = useKept(['downloads-page.day.width'], listWidth);
  const { runAgain } = useDownloadActions();
  const orSay = useOrSay();
  const batches = newestFirst(reading.read?.batches ?? []);
  const open = openBatchOf(batches, batchId);
  const whyNotRun = person.whyNotAct ?? whyNotRunAgain(day, today);
  const run = () => runAgain(day);

  function openBatch(next: string): void {
    if (next !== open?.batchId) {
      go({ batch: next, date: day, file: null, status: null, standing: null });
    }
  }
  function openBy(by: 1 | -1): void {
    const ids = batches.map((batch) => batch.batchId);
    const next = ids.at((ids.indexOf(open?.batchId ?? '') + by) % ids.length);
    if (next !== undefined) openBatch(next);
  }
  usePageKeys({ q: () => openBy(1), Q: () => openBy(-1), n: orSay(whyNotRun, run) });
  usePageCommands(
    whyNotRun === undefined
      ? [
          {
            id: 'trigger-downloads',
            title: `Run ${shortDay(day)} again…`,
            keywords: ['download', 're-trigger', 'trigger', 'batch', 'day', 'plan'],
            icon: 'retry',
            shortcut: 'N',
            run,
          },
        ]
      : [],
  );

  return (
    <SplitPanes
      label="Width of the batches"
      size={width}
      defaultSize={listWidth}
      min={248}
      minOther={440}
      narrow="stack"
      onResize={(size) => keepWidth(() => size)}
      start={
        <DayPane
          day={day}
          today={today}
          reading={reading}
          open={open}
          now={now}
          whyNotRun={whyNotRun}
          onOpen={openBatch}
          onRunAgain={run}
        />
      }
      end={<ShownBatch {...props} open={open} whyNotRun={whyNotRun} onRunAgain={run} />}
    />
  );
}

const listWidth = 344;
