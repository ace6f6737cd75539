import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { MoveHistory } from '../move/move-history.tsx';
import { useShownMoves } from '../move/use-shown-moves.ts';
import { depthOf } from '../queues/queue-words.ts';
import { GroupTiles } from './group-tiles.tsx';
import { QueueDialogs } from './queue-dialogs.tsx';
import { QueueHead } from './queue-head.tsx';
import type { QueuePaneProps } from './queue-pane.tsx';
import styles from './queue-pane.module.css';
import { QueueToolbar } from './queue-toolbar.tsx';
import { SampleNotes } from './sample-notes.tsx';
import { SamplePart } from './sample-part.tsx';
import { messageWords } from './sample-words.ts';
import { useExport } from './use-export.ts';
import type { Held } from './use-held.ts';
import { useQueueActions } from './use-queue-actions.ts';
import { useQueueKeys } from './use-queue-keys.ts';

export interface QueueContentProps extends QueuePaneProps {
  readonly held: Held;
  /** The ids as the table shows them. */
  readonly onOrder: (ids: readonly string[]) => void;
}

export function QueueContent(props: QueueContentProps) {
  const { queue, address, go, person, held, selected, onSelect, sampler, choice, now } = props;
  const { sample } = held;
  const { name } = queue;
  const write = useExport(name);
  const moves = useShownMoves(queue);
  const { group } = address;
  const { chosen, actions, dialogs } = useQueueActions({
    queue: name,
    sample,
    selected,
    group,
    message: address.message,
  });
  const taking = sampler.takingOf(name);

  const take = () => sampler.take(name, choice.size, choice.holdSeconds);
  /** One level each: the message, the group, the selection. */
  function goBack(): void {
    if (address.message !== null) go({ message: null }, 'replace');
    else if (group !== null) go({ group: null }, 'replace');
    else onSelect(new Set());
  }
  const hold = useQueueKeys({ ...props, chosen, actions, onTake: take, onBack: goBack });

  const exported = chosen.by === 'nothing' || chosen.by === 'message' ? (sample?.rows ?? []) : chosen.rows;
  return (
    <section className={styles.pane} aria-label={`Queue ${name}`}>
      <QueueHead
        queue={queue}
        now={now}
        count={exported.length}
        mayExportWhole={person.me?.role === 'admin'}
        onExport={(how) =>
          write(
            exported.map(({ messageId }) => messageId),
            how,
          )
        }
        showsMoves={moves.shows}
        onShowMoves={moves.setShows}
      />
      <QueueToolbar
        queue={queue}
        connection={person.connection}
        chosen={chosen}
        whyNotAct={person.whyNotAct}
        actions={actions}
      />
      {moves.shows ? (
        <div className={styles.moves}>
          <MoveHistory queue={queue} />
        </div>
      ) : null}
      <GroupTiles
        sample={sample}
        depth={depthOf(queue.depth)}
        chosen={group}
        onChoose={(next) => go({ group: next }, 'replace')}
      />
      <SampleNotes
        lacks={queue.lacks}
        sample={sample}
        isKnown={held.isKnown}
        message={address.message}
        onForget={() => go({ message: null }, 'replace')}
      />
      <SamplePart {...props} hold={hold} taking={taking} onTake={take} onExport={write} />
      <VisuallyHidden>
        <output>
          {sample === null || taking?.isOver === false ? '' : `${messageWords(sample.rows.length)} held`}
        </output>
      </VisuallyHidden>
      <QueueDialogs queue={queue} dialogs={dialogs} />
    </section>
  );
}
