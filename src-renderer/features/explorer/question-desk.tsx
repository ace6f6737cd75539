import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import { useAnswer } from './answer/use-answer.ts';
import type { ExplorerAddress, Go } from './explorer-address.ts';
import { memoryName } from './explorer-memory.ts';
import type { MemoryHandle } from './explorer-memory.ts';
import { ItemPane } from './item/item-pane.tsx';
import { PaneWithItem } from './pane-with-item.tsx';
import {
  isSameQuestion,
  placeQuestion,
  questionInAddress,
  questionOf,
} from './question/question-in-address.ts';
import type { HowToRead } from './question/question-in-address.ts';
import { QuestionPane } from './question/question-pane.tsx';
import { useAsking } from './question/use-asking.ts';
import type { Values } from './question/values.ts';
import { useFocusBack } from './use-focus-back.ts';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';

export interface QuestionDeskProps {
  readonly system: OpenSystem;
  readonly patternKey: string;
  readonly address: ExplorerAddress;
  readonly go: Go;
  readonly memory: MemoryHandle;
  /** How often a question was chosen on this page; the newest choice takes the focus. */
  readonly chosenTimes: number;
  readonly takeFocus: (by: string) => boolean;
  readonly onPattern: (pattern: string, values: Values | undefined) => void;
  readonly width: number;
}

/** One question with its answer, and beside it the item that is open. */
export function QuestionDesk(props: QuestionDeskProps) {
  const { system, patternKey, address, go, memory, chosenTimes, takeFocus, onPattern, width } = props;
  const { declaration } = system;
  const desk = useRef<HTMLDivElement>(null);
  const placed = useMemo(() => placeQuestion(declaration, patternKey), [declaration, patternKey]);
  const [how, setHow] = useHowToRead(address);
  const personal = memory.memory.personal.get(memoryName(declaration.id, patternKey)) ?? noValues;
  const asked = questionInAddress(placed, address, personal);
  const answer = useAnswer(asked);
  const ask = useAsking({ placed, address, how, memory, go });
  const [active, setActive] = useState<string | null>(null);
  useTypedFromAddress(declaration.id, patternKey, address.values, memory);

  const open = address.item === null ? undefined : answer.items[address.item];
  const place = (handle: string | null) => {
    const at = answer.items.findIndex((item) => item.handle === handle);
    return at === -1 ? null : at;
  };
  const show = (item: number | null) => go({ ...address, item }, 'replace');

  const close = () => show(null);
  useFocusBack(desk, open !== undefined);

  usePageKeys({
    Escape: open === undefined ? undefined : close,
    ']': open === undefined ? () => show(place(active) ?? (answer.items.length === 0 ? null : 0)) : close,
    f: () => desk.current?.querySelector<HTMLElement>('form input, form button')?.focus(),
  });

  return (
    <div ref={desk} style={fullHeight}>
      <PaneWithItem
        width={width}
        size={memory.memory.itemWidth}
        onResize={(itemWidth) => memory.remember(() => ({ itemWidth }))}
        item={
          open === undefined ? undefined : (
            <ItemPane
              system={system}
              located={placed.located}
              item={open}
              readAt={Date.parse(answer.receipt?.asOf ?? '') || 0}
              onClose={close}
              onAsk={onPattern}
            />
          )
        }
      >
        <QuestionPane
          system={system}
          patternKey={patternKey}
          located={placed.located}
          fields={placed.fields}
          options={{
            pageSize: placed.usualPageSize === null ? null : (how.pageSize ?? placed.usualPageSize),
            onPageSize: (pageSize) => setHow({ ...how, pageSize }),
            consistent: how.consistent && placed.mayBeConsistent,
            onConsistent: placed.mayBeConsistent ? (consistent) => setHow({ ...how, consistent }) : null,
          }}
          memory={memory}
          answer={answer}
          show={address.show}
          onShow={(form) => go({ ...address, show: form }, 'replace')}
          active={open?.handle ?? active}
          onActive={(handle) => {
            setActive(handle);
            if (open !== undefined) show(place(handle));
          }}
          onOpen={(handle) => show(place(handle))}
          onAsk={ask}
          isAsked={(sets) => isSameQuestion(questionOf(placed, sets, how), asked)}
          chosenTimes={chosenTimes}
          takeFocus={takeFocus}
        />
      </PaneWithItem>
    </div>
  );
}

const fullHeight = { height: '100%', minWidth: 0 } as const;
const noValues: readonly Values[] = [];

/** Chosen for the next time something is asked; what was asked stands in the address. */
function useHowToRead({ pageSize, consistent }: HowToRead) {
  const sign = `${String(pageSize)} ${String(consistent)}`;
  const [chosen, setChosen] = useState({ sign, how: { pageSize, consistent } });
  if (chosen.sign !== sign) setChosen({ sign, how: { pageSize, consistent } });
  return [chosen.how, (how: HowToRead) => setChosen({ sign, how })] as const;
}

/** Back, forward and a link fill the form; they never ask. */
function useTypedFromAddress(
  system: string,
  pattern: string,
  values: readonly Values[],
  { remember }: MemoryHandle,
): void {
  const sign = JSON.stringify(values);
  const take = useEffectEvent((told: readonly Values[]) => {
    if (told.length === 0) return;
    remember(({ typed, sets }) => ({
      typed: new Map(typed).set(system, { ...typed.get(system), ...told[0] }),
      sets: told.length === 1 ? sets : new Map(sets).set(memoryName(system, pattern), told),
    }));
  });
  useEffect(() => take(JSON.parse(sign) as readonly Values[]), [sign]);
}
