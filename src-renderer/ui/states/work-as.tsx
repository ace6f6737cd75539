import { Button } from '../button/button.tsx';

interface WorkAsProps {
  readonly persons: readonly { readonly id: string; readonly name: string; readonly role: string }[];
  readonly onActAs: (personaId: string) => void;
}

/** The way out of a page that is not for whoever is here, where the sandbox has somebody else to be. */
export function WorkAs({ persons, onActAs }: WorkAsProps) {
  return persons.map(({ id, name, role }) => (
    <Button key={id} size="sm" icon="person" onClick={() => onActAs(id)}>
      {`Work as ${name}, ${role}`}
    </Button>
  ));
}
