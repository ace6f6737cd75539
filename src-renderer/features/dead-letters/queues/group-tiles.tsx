import type { MessageGroup, Sample } from '#shared/contract/dead-letters.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { useCauseMemories, useNoteOnCause, type CauseMemories } from '#renderer/contract/use-cause-memory.ts';
import { AttemptLine, CauseMemoryPanel } from '#renderer/ui/cause-memory.tsx';
import { FingerprintChip } from '#renderer/ui/chip.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { formatRelativeTime } from '#renderer/ui/relative-time.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { messages } from '../messages.ts';
import { countUnread, describeRest } from '../sample/sample-text.ts';
import styles from './queue-pane.module.css';

type GroupsProps = Omit<GroupTilesProps, 'memories'>;

/** Shows the groups of a sample, and what is known about the chosen one, or the only one. */
export function Groups(props: GroupsProps) {
  const { sample, chosen, now } = props;
  const groups = sample?.groups ?? noGroups;
  const memories = useCauseMemories(groups.map(({ fingerprint }) => fingerprint));
  useShowReceipt('memory', memories.receipt);
  const shown = chosen ?? (groups.length === 1 ? groups[0]?.fingerprint : undefined);
  return (
    <>
      <GroupTiles {...props} memories={memories} />
      <GroupMemory
        group={groups.find(({ fingerprint }) => fingerprint === shown)}
        memories={memories}
        now={now}
      />
    </>
  );
}

const noGroups: Sample['groups'] = [];

interface GroupTilesProps {
  readonly sample: Sample | null;
  readonly depth: number | null;
  readonly chosen: string | null;
  readonly memories: CauseMemories;
  readonly now: number;
  readonly onChoose: (fingerprint: string | null) => void;
}

/** Shows each cause of failure once, and how many messages have not been read. */
function GroupTiles({ sample, depth, chosen, memories, now, onChoose }: GroupTilesProps) {
  if (sample === null || sample.rows.length === 0) return null;
  const unread = countUnread(sample, depth);
  return (
    <ul className={styles.groups} aria-label={messages.groups.list}>
      {sample.groups.map((group) => {
        const isChosen = group.fingerprint === chosen;
        const memory = memories.of(group.fingerprint);
        const [attempt] = memory?.attempts ?? [];
        return (
          <li key={group.fingerprint} className={styles.cell}>
            <button
              type="button"
              className={styles.group}
              aria-pressed={isChosen}
              title={formatGroupTitle(group)}
              onClick={() => onChoose(isChosen ? null : group.fingerprint)}
            >
              <FingerprintChip fingerprint={group.fingerprint} />
              <span className={styles.count}>{grouped(group.messages)}</span>
              <span className={styles.pattern}>{group.pattern}</span>
              {group.cameBack === 0 ? null : (
                <span className={styles.memory}>{messages.memory.cameBack(group.cameBack)}</span>
              )}
              {attempt === undefined ? null : (
                <span className={styles.memory}>
                  <AttemptLine attempt={attempt} now={now} focusable={false} />
                </span>
              )}
              {memory?.note ? (
                <span className={styles.memory}>{messages.memory.note(memory.note.text)}</span>
              ) : null}
            </button>
          </li>
        );
      })}
      {unread === 0 ? null : (
        <li className={styles.cell}>
          <div className={styles.unread}>
            <span>{messages.groups.notSampled}</span>
            <span className={styles.count} title={messages.groups.estimate}>
              {grouped(unread)}
            </span>
            <span className={styles.pattern}>{describeRest(sample)}</span>
          </div>
        </li>
      )}
    </ul>
  );
}

interface GroupMemoryProps {
  /** The chosen group, or the only one. */
  readonly group: MessageGroup | undefined;
  readonly memories: CauseMemories;
  readonly now: number;
}

/** Shows what is known about the cause of a group, and lets a person write what to do about it. */
function GroupMemory({ group, memories, now }: GroupMemoryProps) {
  const memory = group && memories.of(group.fingerprint);
  const noting = useNoteOnCause(memory, memories.whyNotKept);
  usePageKeys(pageKeys.deadLetters, {
    note:
      memory !== undefined && noting.whyNot === undefined && noting.draft === null
        ? () => noting.onDraft(memory.note?.text ?? '')
        : undefined,
  });
  if (group === undefined) return null;
  return (
    <div className={styles.known}>
      {group.cameBack === 0 ? null : <p className={styles.memory}>{describeCameBack(group, now)}</p>}
      <CauseMemoryPanel
        key={group.fingerprint}
        memory={memory}
        whyNotKept={memories.whyNotKept}
        notRead={memories.failure}
        noting={noting}
        shortcut={pageKeys.deadLetters.note}
        now={now}
      />
    </div>
  );
}

/** "3 of 14 came back, last redriven from this computer 3 d ago" */
function describeCameBack({ cameBack, messages: count, lastRedriveAt }: MessageGroup, now: number): string {
  const at = Date.parse(lastRedriveAt ?? '');
  const when = Number.isNaN(at)
    ? ''
    : `, ${messages.memory.lastRedrive(formatRelativeTime(at, Math.max(at, now)))}`;
  return `${messages.memory.cameBackOf(cameBack, count)}${when}`;
}

function formatGroupTitle({ pattern, from, code }: MessageGroup): string {
  const by = from === 'cause' ? messages.groups.byCause(code) : messages.groups.byStructure;
  return `${pattern}\n${by}`;
}
