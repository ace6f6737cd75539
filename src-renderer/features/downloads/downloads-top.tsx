import type { StandingKind } from '#shared/contract/downloads/downloads.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { ViewHead } from '#renderer/ui/pane/view.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import type { PaneProps } from './acting/pane-props.ts';
import styles from './downloads-top.module.css';
import { standingTitles } from './standing/standing-words.ts';
import { DayStrip, DaysAreUtc } from './strip/day-strip.tsx';
import { otherLocalDay } from './strip/day-words.ts';
import { StripSummary } from './strip/strip-summary.tsx';
import type { Strip } from './strip/use-strip.ts';

interface DownloadsTopProps extends Pick<PaneProps, 'address' | 'go' | 'now'> {
  readonly strip: Strip;
}

/** The title, what is shown below, and the days. */
export function DownloadsTop({ address, go, now, strip }: DownloadsTopProps) {
  const { standing, until } = address;
  return (
    <>
      <ViewHead
        title="Downloads"
        sub={<DaysAreUtc otherDay={otherLocalDay(now)} />}
        actions={
          <>
            <Segmented<StandingKind | 'day'>
              label="What is shown"
              size="sm"
              value={standing ?? 'day'}
              options={[
                { value: 'day', label: 'By day' },
                { value: 'stuck', label: standingTitles.stuck },
                { value: 'never-picked-up', label: standingTitles['never-picked-up'] },
              ]}
              onChange={(next) =>
                go({ standing: next === 'day' ? null : next, batch: null, file: null, status: null })
              }
            />
            <Button
              size="sm"
              icon="calendar"
              shortcut="Home"
              disabled={strip.chosen === strip.today && until === null ? 'This is today.' : false}
              onClick={strip.goToday}
            >
              Today
            </Button>
          </>
        }
      />
      <div className={styles.top}>
        <div className={styles.strip}>
          <DayStrip strip={strip} />
        </div>
        <div className={styles.summary}>
          <StripSummary strip={strip} now={now} />
        </div>
      </div>
    </>
  );
}
