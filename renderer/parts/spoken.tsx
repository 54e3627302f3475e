import { useEffect, useRef, useState } from 'react';
import type { Message } from '../store/ui-slice.ts';
import { useAppStore } from '../store/use-app.ts';

/** Time in ms after which a closed dialog is gone. Messages wait for it, because an open dialog silences the region. */
const CLOSE_TIME = 100;
/** Time in ms for which a message stays in the live region, so that screen readers can read it. */
const READ_TIME = 1000;

/** Live region for announcements. Each dialog contains one, because an open dialog silences all regions outside. */
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
    // Also announces the current message: this component is loaded late, so it may already be in the store.
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
