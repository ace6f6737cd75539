import { useState } from 'react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import floating from '#renderer/ui/floating.module.css';
import { Icon } from '#renderer/ui/icon.tsx';
import type { IconName } from '#renderer/ui/product-icons.ts';
import { Kbd } from '#renderer/ui/kbd.tsx';
import {
  Menu,
  MenuCheckItem,
  MenuGroup,
  MenuItem,
  MenuRadioGroup,
  MenuSeparator,
} from '#renderer/ui/menu.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import { ExpiryRing } from '#renderer/ui/progress.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import toastStyles from '#renderer/ui/toast.module.css';
import { useToast } from '#renderer/ui/toast.tsx';
import { Tooltip } from '#renderer/ui/tooltip.tsx';
import exampleStyles from './example.module.css';
import { Caption, Example, noAction, Row } from './example.tsx';

export function TooltipExamples() {
  return (
    <Example>
      <Row>
        <span className={floating.tip}>
          Brake now <Kbd keys="Space" decorative />
        </span>
        <span className={floating.tip}>28 go, 2 skip, 1 blocked</span>
      </Row>
      <Row>
        {(['top', 'right', 'bottom', 'left'] as const).map((side) => (
          <Tooltip key={side} content={`Shown on the ${side}`} side={side}>
            <Button size="sm">{side}</Button>
          </Tooltip>
        ))}
      </Row>
      <Row>
        <Tooltip content="A long explanation wraps at 320 pixels, because a tooltip that needs more room than that has become a popover.">
          <Button size="sm">Long</Button>
        </Tooltip>
        <Tooltip content="Brake now" shortcut="Space">
          <Button size="sm">With a key</Button>
        </Tooltip>
      </Row>
    </Example>
  );
}

export function MenuExamples() {
  const [columns, setColumns] = useState<readonly string[]>(['Batch', 'Failed']);
  const [theme, setTheme] = useState<'system' | 'light' | 'dark'>('system');
  return (
    <Example>
      <Row>
        <Menu trigger={<Button icon="more">Actions</Button>}>
          <MenuItem icon="retry" shortcut="R" onSelect={noAction}>
            Reprocess…
          </MenuItem>
          <MenuItem icon="copy" shortcut="Mod+C" onSelect={noAction}>
            Copy id
          </MenuItem>
          <MenuItem icon="stop" hint="not running" disabled onSelect={noAction}>
            Stop execution
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon="trash" danger onSelect={noAction}>
            Discard…
          </MenuItem>
        </Menu>
        <Menu trigger={<IconButton icon="columns" label="Columns" variant="default" />}>
          <MenuGroup label="Columns">
            {['Batch', 'Tenant', 'Failed'].map((column) => (
              <MenuCheckItem
                key={column}
                checked={columns.includes(column)}
                onChange={(on) =>
                  setColumns(on ? [...columns, column] : columns.filter((other) => other !== column))
                }
              >
                {column}
              </MenuCheckItem>
            ))}
          </MenuGroup>
        </Menu>
        <Menu trigger={<Button>Theme</Button>}>
          <MenuRadioGroup
            label="Theme"
            value={theme}
            onChange={setTheme}
            options={[
              { value: 'system', label: 'As the system' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        </Menu>
      </Row>
      <MenuPicture />
      <Caption>Arrow keys, Home, End, first letters, Escape.</Caption>
    </Example>
  );
}

export function PopoverExamples() {
  return (
    <Example>
      <Row>
        <Popover trigger={<Button icon="receipt">1,284 RRU · $0.0002</Button>} title="Spent in this window">
          <Caption>AP8 Documents by status · 1,120 RRU</Caption>
          <Caption>AP3 Batch by id · 164 RRU</Caption>
          <Button size="sm">Open the breakdown</Button>
        </Popover>
      </Row>
    </Example>
  );
}

export function ToastExamples() {
  const toast = useToast();
  return (
    <Example>
      <ToastPictures />
      <Row>
        <Button
          onClick={() =>
            toast.show({
              message: approved,
              countdown: true,
              action: { label: 'Undo', shortcut: 'U', onAction: noAction },
            })
          }
        >
          With undo
        </Button>
        <Button
          onClick={() =>
            toast.show({
              tone: 'succeeded',
              message: '28 of 28 reprocessed',
              action: { label: 'Receipts', onAction: noAction },
            })
          }
        >
          Succeeded
        </Button>
        <Button
          onClick={() =>
            toast.show({
              tone: 'failed',
              message: 'Braked, 2 of 10 failed',
              detail: 'Two in a row came back with the same fingerprint; nothing else was sent.',
              action: { label: 'Show', onAction: noAction },
            })
          }
        >
          Failed
        </Button>
        <Button onClick={() => toast.show({ message: 'Reading again in a minute', timeoutMs: 0 })}>
          Stays
        </Button>
      </Row>
      <Caption>Hover or focus stops the clock; F6 goes to them.</Caption>
    </Example>
  );
}

const approved = (
  <>
    Approved <code>0409</code>
  </>
);

/** Applies the popups' own classes on the page, so that their look can be seen without opening them. */
function MenuPicture() {
  return (
    <div className={classNames(floating.sheet, floating.list, exampleStyles.still)}>
      <MenuRow icon="retry" words="Reprocess…" keys="R" highlighted />
      <MenuRow icon="copy" words="Copy id" keys="Mod+C" />
      <MenuRow icon="stop" words="Stop execution" off />
      <div className={floating.separator} />
      <MenuRow icon="trash" words="Discard…" danger />
    </div>
  );
}

function ToastPictures() {
  return (
    <div className={exampleStyles.toasts}>
      <div className={classNames(toastStyles.toast, toastStyles.content)}>
        <ExpiryRing left={0.75} words="" />
        <div className={toastStyles.text}>
          Approved <code className={exampleStyles.mono}>0409</code>
        </div>
        <Button size="sm" shortcut="U">
          Undo
        </Button>
        <IconButton icon="close" label="Dismiss" size="sm" className={toastStyles.close} />
      </div>
      <div className={classNames(toastStyles.toast, toastStyles.content)}>
        <StatusGlyph glyph="succeeded" />
        <div className={toastStyles.text}>28 of 28 reprocessed</div>
        <Button size="sm">Receipts</Button>
        <IconButton icon="close" label="Dismiss" size="sm" className={toastStyles.close} />
      </div>
      <div className={classNames(toastStyles.toast, toastStyles.content)}>
        <StatusGlyph glyph="failed" />
        <div className={toastStyles.text}>
          Braked, 2 of 10 failed
          <div className={toastStyles.detail}>Two in a row with one fingerprint; nothing else was sent.</div>
        </div>
        <Button size="sm">Show</Button>
        <IconButton icon="close" label="Dismiss" size="sm" className={toastStyles.close} />
      </div>
    </div>
  );
}

interface MenuRowProps {
  readonly icon: IconName;
  readonly words: string;
  readonly keys?: string;
  readonly highlighted?: boolean;
  readonly off?: boolean;
  readonly danger?: boolean;
}

function MenuRow({ icon, words, keys, highlighted, off, danger }: MenuRowProps) {
  return (
    <div
      className={classNames(floating.item, danger && floating.danger)}
      data-highlighted={highlighted ? '' : undefined}
      data-disabled={off ? '' : undefined}
      aria-disabled={off}
    >
      <Icon name={icon} size={14} />
      <span className={floating.itemText}>{words}</span>
      <span className={floating.itemEnd}>
        {off ? 'not running' : null}
        {keys === undefined ? null : <Kbd keys={keys} decorative />}
      </span>
    </div>
  );
}
