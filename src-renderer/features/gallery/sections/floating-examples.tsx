import { useState } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { MenuCheckItem, MenuItem, MenuRadioGroup } from '#renderer/ui/menu/menu-items.tsx';
import { Menu, MenuGroup, MenuSeparator } from '#renderer/ui/menu/menu.tsx';
import { Popover } from '#renderer/ui/popover/popover.tsx';
import tooltip from '#renderer/ui/tooltip/tooltip.module.css';
import { Tooltip } from '#renderer/ui/tooltip/tooltip.tsx';
import { Caption, Example, noAction, Row } from './example.tsx';
import { MenuPicture } from './popup-pictures.tsx';

export function TooltipExamples() {
  return (
    <Example>
      <Row>
        <span className={tooltip.tip}>
          Brake now <Kbd keys="Space" decorative />
        </span>
        <span className={tooltip.tip}>28 go, 2 skip, 1 blocked</span>
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
