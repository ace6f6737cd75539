import { useCommand } from '#renderer/contract/use-command.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Chip } from '#renderer/ui/chip/chip.tsx';
import type { IconName } from '#renderer/ui/icon/product-icons.ts';
import { Note } from '#renderer/ui/note/note.tsx';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import type { Standing } from './sign-in-standing.ts';

export function StandingChip({ standing: { tone, words } }: { readonly standing: Standing }) {
  return (
    <Chip tone={tone} icon={icons[tone]}>
      <span title={words}>{words}</span>
    </Chip>
  );
}

/** What became of it is told with the session; only why it was not even tried comes back to the button. */
export function SignInAction(props: { readonly to: 'aws' | 'pipeline'; readonly standing: Standing }) {
  const { to, standing } = props;
  const signIn = useCommand('connections.signIn');
  if (standing.button === null) return null;
  return (
    <Button
      size="sm"
      icon="key"
      variant={standing.tone === 'succeeded' ? 'ghost' : 'default'}
      loading={signIn.isRunning || standing.busy}
      aria-label={`${standing.button} to ${to === 'aws' ? 'AWS' : 'the pipeline API'}`}
      onClick={() => void signIn.run({ to })}
    >
      {standing.button}
    </Button>
  );
}

export function Expiry({ at }: { readonly at: string }) {
  return <RelativeTime at={Date.parse(at)} now={useNow(15_000)} />;
}

export function WhyNot({ standing: { tone, why } }: { readonly standing: Standing }) {
  if (why === null) return null;
  return <Note tone={tone === 'failed' ? 'bad' : 'info'}>{why}</Note>;
}

const icons: Readonly<Record<Standing['tone'], IconName>> = {
  succeeded: 'check',
  review: 'clock',
  failed: 'warning',
  default: 'key',
};
