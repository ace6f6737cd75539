import type { OpenSystem } from '#shared/contract/explorer.ts';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { Select } from '#renderer/ui/select/select.tsx';
import styles from './system-choice.module.css';

export interface SystemChoiceProps {
  readonly systems: readonly OpenSystem[];
  readonly system: OpenSystem;
  readonly onSystem: (id: string) => void;
}

/** All of them in sight while they fit; a catalogue file may bring more than that. */
export function SystemChoice({ systems, system, onSystem }: SystemChoiceProps) {
  const options = systems.map(({ declaration: { id, name } }) => ({ value: id, label: name }));
  const { id } = system.declaration;
  return options.length <= mostInSight ? (
    <Segmented label="System" size="sm" value={id} onChange={onSystem} options={options} />
  ) : (
    <Select
      label="System"
      labelHidden
      size="sm"
      className={styles.system}
      value={id}
      onChange={onSystem}
      options={options}
    />
  );
}

const mostInSight = 5;
