import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { MenuItem } from '#renderer/ui/menu/menu-items.tsx';
import { Menu, MenuGroup } from '#renderer/ui/menu/menu.tsx';

export interface ValueMenuProps {
  readonly label: string;
  readonly recent: readonly string[];
  readonly examples: readonly string[];
  readonly onChoose: (value: string) => void;
}

/** Values that were asked with in this window, and those of the system's samples. */
export function ValueMenu({ label, recent, examples, onChoose }: ValueMenuProps) {
  const others = examples.filter((example) => !recent.includes(example));
  return (
    <Menu align="end" trigger={<IconButton icon="down" size="sm" label={`Values for ${label}`} />}>
      {recent.length === 0 ? null : <Values title="Recent" values={recent} onChoose={onChoose} />}
      {others.length === 0 ? null : <Values title="In the samples" values={others} onChoose={onChoose} />}
    </Menu>
  );
}

interface ValuesProps extends Pick<ValueMenuProps, 'onChoose'> {
  readonly title: string;
  readonly values: readonly string[];
}

function Values({ title, values, onChoose }: ValuesProps) {
  return (
    <MenuGroup label={title}>
      {values.map((value) => (
        <MenuItem key={value} onSelect={() => onChoose(value)}>
          {value}
        </MenuItem>
      ))}
    </MenuGroup>
  );
}
