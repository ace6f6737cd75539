import { Menu, MenuRadioGroup } from '#renderer/ui/menu.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Session } from '#shared/contract/session.ts';
import { whyUnknown } from '../session/sign-in-note.tsx';
import { useConsole } from './console-context.ts';
import styles from './top-bar.module.css';
import { messages } from '../messages.ts';

/** Shows who is working and in which role. Only the sandbox lets a person choose. */
export function RoleChip() {
  const { context } = useConsole();
  const { who, personas, signIn } = context.session;
  const trigger = (
    <button type="button" className={styles.role}>
      <b aria-hidden>{who === null ? '?' : initials(who.name)}</b>
      <VisuallyHidden>Working as {who === null ? '' : `${who.name}, `}</VisuallyHidden>
      {who === null ? 'Role unknown' : roleWords[who.role]}
    </button>
  );

  if (personas.length === 0) {
    return (
      <Popover title={who === null ? 'Role unknown' : who.name} align="end" trigger={trigger}>
        <p className={styles.explain}>
          {who === null
            ? whyUnknown(signIn?.pipeline)
            : messages.shell.role(roleWords[who.role].toLowerCase())}
        </p>
      </Popover>
    );
  }

  return (
    <Menu trigger={trigger} align="end">
      <MenuRadioGroup
        label="Sandbox personas"
        value={who?.id ?? ''}
        onChange={(id) => {
          if (id !== who?.id) context.actAs(id);
        }}
        options={personas.map(({ id, name, role, tenants }) => ({
          value: id,
          label: name,
          hint: tenants === '*' ? roleWords[role] : `${roleWords[role]}, ${tenants.join(' and ')} only`,
        }))}
      />
    </Menu>
  );
}

type Role = NonNullable<Session['who']>['role'];

const roleWords: Readonly<Record<Role, string>> = {
  support: 'Support',
  reviewer: 'Reviewer',
  admin: 'Admin',
};

/** Returns the first letters of the first and the last name, or the first two letters of a single name. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) return '?';
  const letters =
    words.length === 1 ? Array.from(first).slice(0, 2) : [Array.from(first)[0], Array.from(last)[0]];
  return letters.join('').toUpperCase();
}
