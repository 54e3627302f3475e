import { useEffect, useRef, useState } from 'react';
import type { Message } from '../store/ui-slice.ts';
import { useAppStore } from '../store/use-app.ts';

/** Time in ms that a closing dialog stays open. Announcements wait, because an open dialog silences this region. */
const CLOSE_TIME = 100;
/** Time in ms for which a message stays in the live region, so that screen readers can read it. */
const READ_TIME = 1000;

/** Live region for announcements. Each modal dialog contains one, because screen readers skip regions outside of it. */
export function Spoken({ role }: { readonly role?: 'status' }) {
  const store = useAppStore();
  const region = useRef<HTMLDivElement>(null);
  const [spoken, setSpoken] = useState<readonly Message[]>([]);
  useEffect(() => {
    const say = (message: Message): void => {
      const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? null;
      if (region.current === null || region.current.closest('dialog') !== top) return;
      setSpoken((before) => [...before.filter(({ at }) => message.at - at < READ_TIME), message]);
      setTimeout(() => setSpoken((before) => before.slice(-1)), READ_TIME);
    };
    // Announces the message already in the store, because it may have arrived before this component was mounted.
    const { message: first } = store.getState();
    if (role === 'status' && first.text !== '') setTimeout(say, CLOSE_TIME, first);
    return store.subscribe(({ message }, before) => {
      if (message !== before.message) setTimeout(say, CLOSE_TIME, message);
    });
  }, [store, role]);
  return (
    <div ref={region} role={role} aria-live="polite" aria-atomic={false} className="visually-hidden">
      {spoken.map(({ serial, text }) => (
        <p key={serial} className="sensitive">
          {text}
        </p>
      ))}
    </div>
  );
}
