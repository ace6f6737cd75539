import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import type { ActivityAddress, GoActivity } from './activity-address.ts';

export interface ActivityPageProps {
  readonly address: ActivityAddress;
  readonly go: GoActivity;
}

export function ActivityPage(_props: ActivityPageProps) {
  return <View head={<ViewHead title="Activity" />}>{null}</View>;
}
