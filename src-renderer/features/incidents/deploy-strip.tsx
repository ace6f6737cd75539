import { useState, type RefObject } from 'react';
import { IconButton } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { PickOnHeatStrip } from '#renderer/ui/heat-strip.tsx';
import { exactLocal } from '#renderer/ui/relative-time.tsx';
import type { Causes } from '#shared/contract/incidents.ts';
import { deployGroups, type IncidentDays } from '#shared/domain/incident-rules.ts';
import { parseDeploy, writeDeploy, type GoIncidents } from './address.ts';
import { describeStrip, formatUtc, makeCells, sumCauses } from './cause-strip.ts';
import type { CauseRow } from './incident-parts.tsx';
import styles from './incidents.module.css';
import { messages } from './messages.ts';

interface DeployStripProps {
  readonly causes: readonly CauseRow[];
  readonly read: Causes;
  readonly days: IncidentDays;
  readonly deployAt: number | null;
  readonly go: GoIncidents;
  readonly fieldRef: RefObject<HTMLInputElement | null>;
}

/** Shows all failures of the period by hour, and sets the time of a deploy that causes are compared with. */
export function DeployStrip({ causes, read, days, deployAt, go, fieldRef }: DeployStripProps) {
  // A typed text belongs to the deploy that was set then; the strip may have set another one since.
  const [draft, setDraft] = useState<Draft>(nothingTyped);
  const isDraft = draft !== nothingTyped && draft.of === deployAt;
  const typed = isDraft ? draft.text : deployAt === null ? '' : formatTyped(deployAt);
  const isBad = isDraft && draft.isBad;
  const hours = sumCauses(causes.map(({ cause }) => cause));
  const failures = read.causes.reduce((sum, { count }) => sum + count, 0);

  function pick(at: number | null): void {
    go({ deploy: at === null ? null : writeDeploy(at) }, 'replace');
  }

  function settle(): void {
    const isEmpty = typed.trim() === '';
    const at = isEmpty ? null : parseDeploy(typed, Date.parse(read.readAt));
    const isWrong = !isEmpty && at === null;
    setDraft(isWrong ? { of: deployAt, text: typed, isBad: true } : nothingTyped);
    if (!isWrong && at !== deployAt) pick(at);
  }

  return (
    <div className={styles.deploy}>
      <div className={styles.overall}>
        <PickOnHeatStrip
          label={describeStrip(hours, read.period, { days, deployAt })}
          cells={makeCells(hours, read.period, { days, on: 'page' })}
          mark={deployAt}
          pick={messages.deploy.pick}
          picked={deployAt === null ? undefined : formatUtc(deployAt)}
          onPick={pick}
        />
      </div>
      <div className={styles.chooser}>
        <TextField
          ref={fieldRef}
          label={messages.deploy.label}
          size="sm"
          mono
          className={styles.time}
          value={typed}
          placeholder={messages.deploy.placeholder}
          title={deployAt === null ? messages.deploy.hint : exactLocal(deployAt)}
          end={messages.deploy.unit}
          error={isBad ? messages.deploy.bad : undefined}
          onChange={({ currentTarget }) =>
            setDraft({ of: deployAt, text: currentTarget.value, isBad: false })
          }
          onBlur={settle}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') settle();
            if (key === 'Escape') currentTarget.blur();
          }}
        />
        {deployAt === null ? null : (
          <IconButton icon="close" size="sm" label={messages.deploy.clear} onClick={() => pick(null)} />
        )}
        <p className={styles.said}>
          {deployAt === null
            ? messages.list.total(failures, read.causes.length)
            : messages.deploy.counts(
                deployGroups.map((group) => [group, causes.filter((row) => row.group === group).length]),
              )}
        </p>
      </div>
    </div>
  );
}

interface Draft {
  readonly of: number | null;
  readonly text: string;
  readonly isBad: boolean;
}

const nothingTyped: Draft = { of: null, text: '', isBad: false };

/** "2026-11-26 14:02" */
function formatTyped(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
