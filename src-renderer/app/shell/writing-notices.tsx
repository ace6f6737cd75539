import { useEffect, useEffectEvent, useRef } from 'react';
import type { Writing } from '#shared/contract/sign-in.ts';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import { endedToast, endsSoonToast, soonMs } from '../session/writing-toasts.ts';
import { useSession } from '../session/use-session.ts';
import { useConsole } from './console-context.ts';

/** Tells on whichever page one is that production is about to lock itself, and that it has. */
export function WritingNotices() {
  const { connection, writing } = useSession();
  const { context } = useConsole();
  const toast = useToast();
  const before = useRef(writing);
  const until = writing?.until;

  const tellSoon = useEffectEvent((ends: string) =>
    toast.show(endsSoonToast(connection.name, ends, Date.now(), context.askToUnlock)),
  );
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setTimeout(() => tellSoon(until), Math.max(0, Date.parse(until) - Date.now() - soonMs));
    return () => clearTimeout(timer);
  }, [until]);

  const tellEnd = useEffectEvent((was: Writing) =>
    toast.show(endedToast(connection.name, was.until, Date.now())),
  );
  useEffect(() => {
    if (before.current !== null && writing === null) tellEnd(before.current);
    before.current = writing;
  }, [writing]);
  return null;
}
