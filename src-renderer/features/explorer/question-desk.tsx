import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { isFocusLost } from '#renderer/ui/focus.ts';
import { latinKey, usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import type { OpenSystem, ReadItem } from '#shared/contract/explorer.ts';
import { useAnswer, useAskQuestion } from './answer/use-answer.ts';
import { writeExplorer, type ExplorerAddress, type Go } from './address.ts';
import { toMemoryName, addRecent, type MemoryHandle } from './explorer-memory.ts';
import styles from './explorer.module.css';
import type { Values } from './question/fields.ts';
import {
  isSameQuestion,
  splitValues,
  placeQuestion,
  readQuestion,
  buildQuestion,
  type HowToRead,
  type PlacedQuestion,
} from './question/question-in-address.ts';
import { QuestionPane } from './question/question-pane.tsx';
import { messages } from './messages.ts';
import type { TableDeclaration } from '#shared/catalogue/declaration.ts';
import { jsonText } from '#renderer/ui/json-lines.ts';
import { OpenedPane } from '#renderer/ui/pane.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { getItemName } from './answer/result-columns.ts';
import { toItemJson, describeMask, formatSize, type ItemPaneProps } from './item/item-json.ts';
import { ItemKeys, ItemTab } from './item/item-tab.tsx';
import { listKeysInOrder } from './key-roles.tsx';

interface QuestionDeskProps {
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

/** Shows one question with its answer, and beside it the open item. */
export function QuestionDesk(props: QuestionDeskProps) {
  const { system, patternKey, address, go, memory, chosenTimes, takeFocus, onPattern, width } = props;
  const { declaration } = system;
  const desk = useRef<HTMLDivElement>(null);
  const placed = useMemo(() => placeQuestion(declaration, patternKey), [declaration, patternKey]);
  const [how, setHow] = useHowToRead(address);
  const personal = memory.memory.personal.get(toMemoryName(declaration.id, patternKey)) ?? noValues;
  const asked = readQuestion(placed, address, personal);
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

  usePageKeys(pageKeys.everywhere, { close: open === undefined ? undefined : close });
  usePageKeys(pageKeys.explorer, {
    item: open === undefined ? () => show(place(active) ?? (answer.items.length === 0 ? null : 0)) : close,
    form: () => desk.current?.querySelector<HTMLElement>('form input, form button')?.focus(),
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
          isAsked={(sets) => isSameQuestion(buildQuestion(placed, sets, how), asked)}
          chosenTimes={chosenTimes}
          takeFocus={takeFocus}
        />
      </PaneWithItem>
    </div>
  );
}

const fullHeight = { height: '100%', minWidth: 0 } as const;
const noValues: readonly Values[] = [];

/** These settings apply to the next question. The address contains those of the last one. */
function useHowToRead({ pageSize, consistent }: HowToRead) {
  const sign = `${String(pageSize)} ${String(consistent)}`;
  const [chosen, setChosen] = useState({ sign, how: { pageSize, consistent } });
  if (chosen.sign !== sign) setChosen({ sign, how: { pageSize, consistent } });
  return [chosen.how, (how: HowToRead) => setChosen({ sign, how })] as const;
}

/** Back, forward and links fill in the form; they never ask. */
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
      sets: told.length === 1 ? sets : new Map(sets).set(toMemoryName(system, pattern), told),
    }));
  });
  useEffect(() => take(JSON.parse(sign) as readonly Values[]), [sign]);
}

interface AskingParts {
  readonly placed: PlacedQuestion;
  readonly address: ExplorerAddress;
  readonly how: HowToRead;
  readonly memory: MemoryHandle;
  readonly go: Go;
}

/** Asks the question: writes it to the address, keeps private values in memory, and reads the answer. */
function useAsking({ placed, address, how, memory, go }: AskingParts): (sets: readonly Values[]) => void {
  const ask = useAskQuestion();
  const { system, pattern, fields } = placed;

  return (sets) => {
    const question = buildQuestion(placed, sets, how);
    const { shared, personal } = splitValues(fields, question.params);
    memory.remember((before) => ({
      recent: addRecent(before.recent, system, question.params),
      personal: new Map(before.personal).set(toMemoryName(system, pattern), personal),
    }));
    const next: ExplorerAddress = { ...address, ...how, system, pattern, values: shared, item: null };
    go(next, isSamePlace(next, { ...address, item: null }) ? 'replace' : 'push');
    void ask(question);
  };
}

function isSamePlace(one: ExplorerAddress, other: ExplorerAddress): boolean {
  return JSON.stringify(writeExplorer(one)) === JSON.stringify(writeExplorer(other));
}

/** Closing an item puts the focus back into the list, once the list is visible again. */
function useFocusBack(desk: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && isFocusLost()) {
      desk.current?.querySelector<HTMLElement>('[data-answer] [role=grid]')?.focus({ preventScroll: true });
    }
    wasOpen.current = isOpen;
  }, [desk, isOpen]);
}

interface PaneWithItemProps {
  /** The width of both panes together. */
  readonly width: number;
  readonly size: number;
  readonly onResize: (size: number) => void;
  /** Undefined to give the other pane all the room. */
  readonly item: ReactNode;
  readonly children: ReactNode;
}

/** Shows both side by side. If there is no room, the item covers the question until it is closed. */
function PaneWithItem({ width, size, onResize, item, children }: PaneWithItemProps) {
  const isBeside = width >= leastForBoth;
  const isCovered = !isBeside && item !== undefined;
  const covered = useRef<HTMLDivElement>(null);
  const over = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isCovered) over.current?.focus();
  }, [isCovered]);

  /** The covered list cannot have the focus, but its keys still work. */
  function passOn(event: KeyboardEvent): void {
    if (event.target !== over.current || !['j', 'k'].includes(latinKey(event).toLowerCase())) return;
    const { key, code } = event;
    const list = covered.current?.querySelector('[data-answer] [role=grid]');
    list?.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key, code, bubbles: true }));
  }

  return (
    <div className={styles.over}>
      <SplitPanes
        label={messages.page.itemWidth}
        sized="end"
        size={size}
        defaultSize={366}
        min={leastItem}
        minOther={leastQuestion}
        onResize={onResize}
        start={
          <div ref={covered} className={styles.under} inert={isCovered}>
            {children}
          </div>
        }
        {...(isBeside && item !== undefined ? { end: item } : {})}
      />
      {isCovered ? (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only hands keys on to the list
        <div ref={over} className={styles.overItem} tabIndex={-1} onKeyDown={passOn}>
          {item}
        </div>
      ) : null}
    </div>
  );
}

const leastItem = 300;
const leastQuestion = 430;
const leastForBoth = leastItem + leastQuestion;

function ItemPane(props: ItemPaneProps) {
  const { system, located, item, onClose } = props;
  const [tab, setTab] = useState<'item' | 'keys'>('item');
  const name = getItemName(system.declaration, located, item);
  return (
    <OpenedPane
      label="Item"
      title={name}
      copyText={describeMasked(located.table, item)}
      copyLabel={messages.item.copy}
      closeLabel={messages.item.close}
      onClose={onClose}
    >
      <div className={styles.tabs}>
        <Tabs
          label="Item"
          value={tab}
          onChange={setTab}
          className={styles.fill}
          tabs={[
            { value: 'item', label: 'Item' },
            { value: 'keys', label: 'Keys' },
          ]}
        >
          <TabPanel value="item" className={styles.panel ?? ''}>
            {/* The key forgets revealed values when another item is opened. */}
            <ItemTab key={item.handle} {...props} />
          </TabPanel>
          <TabPanel value="keys" className={styles.panel ?? ''}>
            <ItemKeys {...props} />
          </TabPanel>
        </Tabs>
        <span className={styles.itemPaneSize}>{formatSize(item.bytes)}</span>
      </div>
    </OpenedPane>
  );
}

function describeMasked(table: TableDeclaration, { attributes }: ReadItem): string {
  const { value, masks } = toItemJson(attributes, listKeysInOrder(table));
  return jsonText(value, new Map([...masks].map(([path, mask]) => [path, describeMask(mask)])));
}
