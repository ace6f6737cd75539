import { usePageCommands, type PageCommand } from '#renderer/contract/page-commands.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { useToast } from '#renderer/ui/toast.tsx';
import { whyNotChangeMessages, whyNotReceive, whyNotStopMove } from '#shared/permissions.ts';
import { useStopMove } from '../actions/move-history.tsx';
import { whyNotMove } from '../actions/move-rules.ts';
import { formatMessageCount, messages } from '../messages.ts';
import { useHold, type Hold } from '../sample/held-sample.ts';
import { whyNotEdit, whyNotPlan, type Chosen, type QueueActions } from './queue-actions.ts';
import type { QueueContentProps } from './queue-content.tsx';
import { findRunningMove } from './queue-status.ts';

interface Keys extends QueueContentProps {
  readonly chosen: Chosen;
  readonly actions: QueueActions;
  readonly onTake: () => void;
  readonly onBack: () => void;
}

/**
 * Keys and palette commands of the open queue. They use none of the letters that follow a G, so that going to
 * a page never samples or redrives on the way.
 */
export function useQueueKeys(props: Keys): Hold {
  const { queue, person, held, chosen, actions, choice, onTake, onBack, onGiveBack } = props;
  const { name } = queue;
  const hold = useHold(name);
  const { me, connection } = person;
  const whyNotAct = whyNotChangeMessages(me, connection);
  const whyNotHold = whyNotReceive(connection);
  const whyNotStop = whyNotStopMove(me, connection);
  const toast = useToast();
  const move = useStopMove(name, { toldInPlace: false });
  const notMoved = whyNotAct ?? whyNotMove(queue) ?? undefined;
  const notPlanned = whyNotAct ?? whyNotPlan(chosen);
  const notEdited =
    whyNotAct ?? (connection?.editAndRedrive === true ? whyNotEdit(chosen) : messages.commands.editOff);
  const isHeld = (held.sample?.rows.length ?? 0) > 0;
  const giveBack = () => onGiveBack(name);
  const holdLonger = () => hold.holdLonger(choice.holdSeconds);

  usePageKeys(pageKeys.deadLetters, {
    sample: actOrExplain(whyNotHold, onTake),
    redriveAll: actOrExplain(notMoved, actions.moveAll),
    redrive: actOrExplain(notPlanned, actions.redrive),
    edit: actOrExplain(notEdited, actions.edit),
    holdLonger: isHeld ? actOrExplain(whyNotHold, holdLonger) : undefined,
    giveBack: isHeld ? giveBack : undefined,
    back: onBack,
  });

  /** A key that cannot act says why, as the tooltip of its button does. */
  function actOrExplain(whyNot: string | undefined, act: () => void): () => void {
    return whyNot === undefined ? act : () => void toast.show({ message: whyNot });
  }

  const these =
    chosen.by === 'group'
      ? messages.commands.theGroup(chosen.rows.length)
      : formatMessageCount(chosen.rows.length);
  const all: readonly (PageCommand & { readonly may: boolean })[] = [
    {
      id: 'sample',
      title: messages.commands.sample(choice.size, name),
      keywords: ['receive', 'look', 'peek', 'read', 'dlq'],
      icon: 'review',
      shortcut: pageKeys.deadLetters.sample,
      run: onTake,
      may: whyNotHold === undefined,
    },
    {
      id: 'redrive-messages',
      title: messages.commands.redrive(these),
      keywords: ['selected', 'group', 'plan', 'send back', 'retry'],
      icon: 'retry',
      shortcut: pageKeys.deadLetters.redrive,
      run: actions.redrive,
      may: notPlanned === undefined,
    },
    {
      id: 'redrive-all',
      title: messages.commands.redriveAll(name),
      keywords: ['move task', 'whole queue', 'velocity', 'send back'],
      icon: 'retry',
      shortcut: pageKeys.deadLetters.redriveAll,
      run: actions.moveAll,
      may: notMoved === undefined,
    },
    {
      id: 'stop-move',
      title: messages.commands.stopMove(name),
      keywords: ['cancel', 'move task', 'redrive', 'halt'],
      icon: 'workflows',
      run: move.stop,
      may: whyNotStop === undefined && findRunningMove(queue)?.state === 'RUNNING' && !move.isRunning,
    },
    {
      id: 'edit-message',
      title: messages.commands.edit,
      keywords: ['body', 'json', 'fix'],
      icon: 'retry',
      shortcut: pageKeys.deadLetters.edit,
      run: actions.edit,
      may: notEdited === undefined,
    },
    {
      id: 'discard-messages',
      title: messages.commands.discard(these),
      keywords: ['delete', 'remove', 'export'],
      icon: 'workflows',
      run: actions.discard,
      may: notPlanned === undefined,
    },
    {
      id: 'hold-longer',
      title: messages.commands.holdLonger,
      keywords: ['hide', 'visibility', 'timeout'],
      icon: 'workflows',
      shortcut: pageKeys.deadLetters.holdLonger,
      run: holdLonger,
      may: isHeld && whyNotHold === undefined,
    },
    {
      id: 'give-back',
      title: messages.commands.giveBack,
      keywords: ['release', 'visibility', 'let go'],
      icon: 'undo',
      shortcut: pageKeys.deadLetters.giveBack,
      run: giveBack,
      may: isHeld,
    },
  ];
  usePageCommands(all.filter(({ may }) => may));
  return hold;
}
